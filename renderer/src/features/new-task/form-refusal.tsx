import { AgentText } from '../../components/agent-text.tsx';
import { Copyable } from '../../components/copyable.tsx';
import { ReasonWords, Refusal } from '../../components/refusal.tsx';
import { fieldProblemAsText } from '../../state/reason.ts';
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
    <Refusal>
      {refusal.words !== null && <ReasonWords reason={refusal.words} />}
      {others.length > 0 && (
        <Copyable text={others.map(fieldProblemAsText).join('\n')} className="text-failed-ink">
          {others.map((problem) => (
            <p key={problem.field}>
              <AgentText text={fieldProblemAsText(problem)} />
            </p>
          ))}
        </Copyable>
      )}
    </Refusal>
  );
}
