import { AgentText } from '../../components/agent-text.tsx';
import type { StartRefusal } from './start-task.ts';

const SHOWN_AT_THEIR_FIELD: readonly string[] = [
  'agent',
  'folder',
  'prompt',
  'profile',
  'kind',
  'shape',
];

/** What is about no field that the form has. */
export function FormRefusal({ refusal }: { refusal: StartRefusal }) {
  const others = refusal.fields.filter(({ field }) => !SHOWN_AT_THEIR_FIELD.includes(field));
  if (refusal.words === null && others.length === 0) return null;
  return (
    <div role="alert" className="readable rounded-md bg-failed-wash px-3 py-2 text-failed-ink">
      {refusal.words}
      {others.map(({ field, found, expected }) => (
        <p key={field}>
          {field}: found <AgentText text={found} />. Expected {expected}.
        </p>
      ))}
    </div>
  );
}

export function problemAt(refusal: StartRefusal, field: string) {
  return refusal.fields.find((problem) => problem.field === field);
}
