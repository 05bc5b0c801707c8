import type { RunCard } from '../../../../shared/runs.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { RunAnswerButtons } from '../../components/run-answer-buttons.tsx';
import { Scrollable } from '../../components/scrollable.tsx';
import { Remaining } from '../../components/time.tsx';
import { Subject } from '../details/open-questions.tsx';
import type { RunQuestionInFull } from './use-run-questions.ts';

interface RunOpenQuestionProps {
  readonly run: RunCard;
  readonly questions: readonly RunQuestionInFull[];
}

/** What waits for an answer, in full: nothing that will run or change is cut off. */
export function RunOpenQuestion({ run, questions }: RunOpenQuestionProps) {
  const { question } = run;
  if (question === null) return null;
  const inFull = questions.find(({ approval }) => approval.id === question.approvalId);
  return (
    <section
      aria-label="Open question"
      className="flex max-h-[50%] shrink-0 flex-col gap-2 border-t border-line bg-awaiting-wash px-5 py-3"
    >
      <Scrollable label="What it asks" className="readable min-h-0 space-y-2">
        <h3 className="font-medium break-words text-awaiting-ink">
          <AgentText text={question.title} />
        </h3>
        {inFull !== undefined && <Subject approval={inFull.approval} />}
        <p className="text-xs text-ink-2">
          {question.reason}
          {run.heldUntil !== null && (
            <>
              {' '}
              Lapses in <Remaining until={run.heldUntil} />.
            </>
          )}
        </p>
      </Scrollable>
      <RunAnswerButtons
        approvalId={question.approvalId}
        options={question.options}
        subject={run.title}
        size="normal"
      />
    </section>
  );
}
