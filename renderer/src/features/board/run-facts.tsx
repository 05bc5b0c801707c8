import { laneOfRun } from '../../../../shared/lanes.ts';
import { runWord } from '../../../../shared/run-words.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { RunWorked } from '../../components/run-worked.tsx';

/** Where the run stands and who does it, the least telling last: that is what is cut where there is no room. */
export function RunFacts({ run }: { run: RunCard }) {
  const facts = ['run', run.projectName, run.branch].map(visibleText);
  return (
    <p className="flex items-baseline gap-2 text-xs text-ink-3">
      <span className="min-w-0 flex-1 truncate" title={[run.agent, ...facts].join(' · ')}>
        <StateWord run={run} />
        <span className="text-ink-2">{run.agent}</span>
        {facts.map((fact) => ` · ${fact}`)}
      </span>
      <span className="shrink-0 text-2xs">
        <RunWorked run={run} />
      </span>
    </p>
  );
}

/** Written out where the lane alone does not say it; always there for those who cannot see the mark. */
function StateWord({ run }: { run: RunCard }) {
  const isSaidByLane =
    run.question !== null ||
    (run.status === 'working' && run.state === 'working' && laneOfRun(run) === 'Working');
  return (
    <>
      <span className={isSaidByLane ? 'sr-only' : 'state-ink font-medium'}>{runWord(run)}</span>
      {!isSaidByLane && ' · '}
    </>
  );
}
