import type { Card } from '../../../../shared/board.ts';
import type { Approval } from '../../../../shared/contract.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { AnswerButtons } from '../../components/answer-buttons.tsx';
import { Scrollable } from '../../components/scrollable.tsx';
import { Remaining } from '../../components/time.tsx';
import { DiffView } from './diff-view.tsx';
import { CutText } from './transcript/cut-text.tsx';

/** What waits for an answer, in full: nothing that will run or change is cut off. */
export function OpenQuestions({ card, approvals }: { card: Card; approvals: readonly Approval[] }) {
  const open = approvals.filter((approval) => approval.status === 'open');
  const questions = open.map((approval, index) => (
    <OpenQuestionInFull
      key={approval.id}
      card={card}
      approval={approval}
      place={open.length === 1 ? null : `${index + 1} of ${open.length}`}
    />
  ));
  if (open.length <= 1) return questions;
  // However many an agent asks at once, the rest of the details stays in reach.
  return (
    <Scrollable label={`${open.length} open questions`} className="max-h-[50%] shrink-0">
      {questions}
    </Scrollable>
  );
}

interface OpenQuestionInFullProps {
  readonly card: Card;
  readonly approval: Approval;
  /** Which of several it is; null for the only one. */
  readonly place: string | null;
}

function OpenQuestionInFull({ card, approval, place }: OpenQuestionInFullProps) {
  const isOnly = place === null;
  return (
    <section
      aria-label={isOnly ? 'Open question' : `Open question ${place}`}
      className={`flex shrink-0 flex-col gap-2 border-t border-line bg-awaiting-wash px-5 py-3 ${isOnly ? 'max-h-[50%]' : ''}`}
    >
      <Scrollable
        label="What it asks"
        isOneOfMany={!isOnly}
        className={`readable space-y-2 ${isOnly ? 'min-h-0' : 'max-h-80'}`}
      >
        <h3 className="font-medium break-words text-awaiting-ink">
          <AgentText text={approval.title} />
        </h3>
        <Subject approval={approval} />
        <p className="text-xs text-ink-2">
          <AgentText text={approval.reason} />
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
        <pre className="rounded-md border border-line bg-ground px-2 py-1.5 font-mono text-xs">
          <CutText text={approval.command} part="command" reveal={null} />
        </pre>
      )}
      {approval.diffs.map((diff, index) => (
        <DiffView key={index} diff={diff} />
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
