import { EarlierQuestion } from '../details/history.tsx';
import type { RunQuestionInFull } from './use-run-questions.ts';

/** What its attempts asked and who answered. */
export function RunQuestions({ questions }: { questions: readonly RunQuestionInFull[] }) {
  const settled = questions.filter(({ approval }) => approval.status !== 'open');
  return (
    <section aria-label="Questions and answers" className="readable space-y-2">
      <h3 className="font-semibold">Questions and answers</h3>
      {settled.length === 0 ? (
        <p className="text-ink-3">Nothing was asked and answered so far.</p>
      ) : (
        <ul className="space-y-3">
          {settled.map(({ ordinal, approval }) => (
            <EarlierQuestion key={approval.id} approval={approval} by={`attempt ${ordinal}`} />
          ))}
        </ul>
      )}
    </section>
  );
}
