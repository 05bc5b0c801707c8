import type { Card } from '../../../../shared/board.ts';
import type { Approval } from '../../../../shared/contract.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { AnswerButtons } from '../../components/answer-buttons.tsx';
import { Scrollable } from '../../components/scrollable.tsx';
import { Remaining } from '../../components/time.tsx';
import { DiffView } from './diff-view.tsx';

/** What waits for an answer, in full: nothing that will run or change is cut off. */
export function OpenQuestions({ card, approvals }: { card: Card; approvals: readonly Approval[] }) {
  return approvals
    .filter((approval) => approval.status === 'open')
    .map((approval) => <OpenQuestionInFull key={approval.id} card={card} approval={approval} />);
}

function OpenQuestionInFull({ card, approval }: { card: Card; approval: Approval }) {
  return (
    <section
      aria-label="Open question"
      className="flex max-h-[50%] shrink-0 flex-col gap-2 border-t border-line bg-awaiting-wash px-5 py-3"
    >
      <Scrollable label="What it asks" className="readable min-h-0 space-y-2">
        <h3 className="font-medium break-words text-awaiting-ink">
          <AgentText text={approval.title} />
        </h3>
        <Subject approval={approval} />
        <p className="text-xs text-ink-2">
          {approval.reason}
          {card.heldUntil !== null && (
            <>
              {' '}
              Lapses in <Remaining until={card.heldUntil} />.
            </>
          )}
        </p>
      </Scrollable>
      <AnswerButtons
        approvalId={approval.id}
        options={approval.options}
        subject={card.title}
        size="normal"
      />
    </section>
  );
}

export function Subject({ approval }: { approval: Approval }) {
  const hasMore = approval.command !== null || approval.diffs.length > 0;
  const paths = approval.locations.filter(
    (location) => !approval.diffs.some((diff) => diff.path === location),
  );
  return (
    <>
      {approval.command !== null && (
        <pre className="rounded-md border border-line bg-ground px-2 py-1.5 font-mono text-xs break-words whitespace-pre-wrap">
          <AgentText text={approval.command} />
        </pre>
      )}
      {approval.diffs.map((diff) => (
        <DiffView key={diff.path} diff={diff} />
      ))}
      {paths.map((location) => (
        <p key={location} className="font-mono text-xs break-all text-ink-2">
          <AgentText text={location} />
        </p>
      ))}
      {!hasMore && paths.length === 0 && approval.subject !== '' && (
        <p className="font-mono text-xs break-words">
          <AgentText text={approval.subject} />
        </p>
      )}
    </>
  );
}
