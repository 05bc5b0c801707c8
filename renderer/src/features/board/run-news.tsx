import { assertNever } from '../../../../shared/assert-never.ts';
import { attemptCauseWords } from '../../../../shared/run-words.ts';
import type { RunAttempt, RunCard } from '../../../../shared/runs.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { OwnerTag } from '../../components/owner-tag.tsx';
import { SettledElsewhereOnCard } from '../../components/settled-elsewhere.tsx';
import { At, Remaining } from '../../components/time.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { isRunOwnerAway, ownershipOf } from '../../state/ownership.ts';
import { currentAttempt } from '../../state/run-actions.ts';

/** The third line: what happens at this moment, or how the run ended. */
export function RunNews({ run }: { run: RunCard }) {
  const isSettled = run.status === 'merged' || run.status === 'discarded';
  return (
    <p className="flex items-center gap-2 text-xs text-ink-2">
      <span dir="auto" className="min-w-0 flex-1 truncate">
        <SettledElsewhereOnCard id={run.id} />
        <News run={run} />
      </span>
      {!isSettled && <OwnerTag owner={run.ownerDaemon} />}
    </p>
  );
}

function News({ run }: { run: RunCard }) {
  const isAway = useFleet((fleet) => isRunOwnerAway(fleet, run));
  if (isAway) return <Quiet>Waits for its daemon</Quiet>;
  switch (run.status) {
    case 'working':
      return <AtWork run={run} />;
    case 'ended':
      return <HowItEnded run={run} />;
    case 'merging':
      return <Quiet>Goes into {visibleText(run.baseBranch)}</Quiet>;
    case 'merged':
      return (
        <Quiet>
          {run.mergedCommit === null
            ? `${visibleText(run.baseBranch)} holds its work, merged outside of Fleetboard`
            : `Into ${visibleText(run.baseBranch)} as ${run.mergedCommit.slice(0, 12)}`}
        </Quiet>
      );
    case 'discarded':
      return <Quiet>{visibleText(run.endDetail ?? 'Its worktree and its branch are gone')}</Quiet>;
    default:
      return assertNever(run.status);
  }
}

function AtWork({ run }: { run: RunCard }) {
  const attempt = currentAttempt(run);
  if (attempt === null) return <Quiet>Its first attempt is being prepared</Quiet>;
  if (run.state === 'awaiting') return <Held until={run.heldUntil} />;
  switch (attempt.phase) {
    case 'planned':
      return <WhyItWaits attempt={attempt} />;
    case 'enqueued':
      return attempt.state === 'queued' ? (
        <Quiet>Attempt {attempt.ordinal} waits for a worker</Quiet>
      ) : (
        <LastActivity run={run} attempt={attempt} />
      );
    case 'settled':
      return (
        <>
          <Quiet>Runs the check </Quiet>
          <span className="font-mono text-2xs">
            <AgentText text={run.check} cut />
          </span>
        </>
      );
    case 'checked':
    case 'decided':
      return <Quiet>Decides what comes next</Quiet>;
    default:
      return assertNever(attempt.phase);
  }
}

function Held({ until }: { until: number | null }) {
  return until === null ? (
    'Held'
  ) : (
    <>
      Held by hand until <At at={until} />
    </>
  );
}

function WhyItWaits({ attempt }: { attempt: RunAttempt }) {
  const words = `Attempt ${attempt.ordinal}, ${attemptCauseWords(attempt.because)}`;
  return (
    <Quiet>
      {words}
      {attempt.notBefore > Date.now() && (
        <>
          , in <Remaining until={attempt.notBefore} />
        </>
      )}
    </Quiet>
  );
}

function LastActivity({ run, attempt }: { run: RunCard; attempt: RunAttempt }) {
  const ownership = useFleet((fleet) => ownershipOf(fleet, run.ownerDaemon));
  const line = useFleet(({ activity }) =>
    attempt.sessionId === null ? '' : (activity.get(attempt.sessionId)?.line ?? ''),
  );
  // News are told by the daemon that runs the worker, to its own windows.
  if (ownership === 'live') return <Quiet>At work under another daemon</Quiet>;
  if (attempt.state === 'disconnected') return 'Its worker went away without saying why';
  return line === '' ? <Quiet>Starting…</Quiet> : <AgentText text={line} cut />;
}

function HowItEnded({ run }: { run: RunCard }) {
  const detail = run.endDetail ?? currentAttempt(run)?.error?.message ?? 'It has ended';
  return (
    <AgentText text={detail} className={run.state === 'failed' ? 'text-failed-ink' : ''} cut />
  );
}

function Quiet({ children }: { children: React.ReactNode }) {
  return <span className="text-ink-3">{children}</span>;
}
