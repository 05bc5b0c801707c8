import { factsAgeWords, isOver, pullNews } from '../../../../shared/pull-words.ts';
import type { RunPull } from '../../../../shared/pulls.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { ReasonWords } from '../../components/refusal.tsx';
import { useTimeText } from '../../state/clock.ts';
import { PullActionButtons } from './pull-action-buttons.tsx';
import { actionsOnPull } from './pull-actions.ts';
import { PullLink } from './pull-link.tsx';
import { PullMark } from './pull-mark.tsx';
import type { PullReading } from './use-pull-reading.ts';

interface PullStripProps {
  readonly run: RunCard;
  readonly pull: RunPull;
  readonly reading: PullReading;
}

/** Where the pull request stands, what is in its way, and what can be done with it. */
export function PullStrip({ run, pull, reading }: PullStripProps) {
  const age = useTimeText((now) => factsAgeWords(pull, now));
  const news = [...pullNews(pull), ...(age === '' ? [] : [age])];
  const actions = actionsOnPull(run);
  return (
    <section
      aria-label="Pull request"
      data-pull={pull.status}
      className="shrink-0 space-y-2 border-t border-line px-5 py-2.5"
    >
      <p className="readable text-xs break-words text-ink-2">
        <PullLink pull={pull} text={nameOf(pull)} /> <PullMark pull={pull} />
        {news.map((part) => (
          <span key={part}>
            {' · '}
            <AgentText text={part} />
          </span>
        ))}
      </p>
      <Trouble pull={pull} trouble={reading.trouble} />
      {actions.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          <PullActionButtons run={run} actions={actions} leads />
        </div>
      )}
    </section>
  );
}

function nameOf({ repository, number }: RunPull): string {
  return number === null ? repository : `${repository}#${number}`;
}

/** What the last look met counts; without one, what the daemon itself met. */
function Trouble({ pull, trouble }: { pull: RunPull; trouble: PullReading['trouble'] }) {
  const told = trouble ?? (isOver(pull.status) ? null : pull.trouble);
  if (told === null) return null;
  return (
    <div role="status" className="readable rounded-md bg-sunk px-3 py-2 text-xs">
      <ReasonWords reason={told} />
    </div>
  );
}
