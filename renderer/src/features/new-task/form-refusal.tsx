import { AgentText } from '../../components/agent-text.tsx';
import type { StartRefusal } from './start-refusal.ts';

interface FormRefusalProps {
  readonly refusal: StartRefusal;
  /** Fields that show their own problem. */
  readonly fields: readonly string[];
}

/** What is about no field that the form has. */
export function FormRefusal({ refusal, fields }: FormRefusalProps) {
  const others = refusal.fields.filter(({ field }) => !fields.includes(field));
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
