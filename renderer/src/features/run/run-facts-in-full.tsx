import { describeDuration } from '../../../../shared/durations.ts';
import { describeCost } from '../../../../shared/run-words.ts';
import type { RunCard, RunDetails } from '../../../../shared/runs.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { Code, Fact, Folder, Owner, Time } from '../../components/facts.tsx';
import { RunWorked } from '../../components/run-worked.tsx';

export function RunFactsInFull({ run, details }: { run: RunCard; details: RunDetails }) {
  const { maxAttempts, maxMs, maxCost } = run.limits;
  return (
    <dl className="readable">
      <Fact name="Goal">
        <span className="min-w-0 whitespace-pre-wrap">
          <AgentText text={details.goal} />
        </span>
      </Fact>
      <Fact name="Check">
        <Code text={run.check} />
      </Fact>
      <Fact name="Attempts">
        {run.attempts.length} so far, at most {maxAttempts} from your last words on
      </Fact>
      <Fact name="Time">
        <span>
          <RunWorked run={run} /> of{' '}
          {maxMs === null ? 'as long as it takes' : `${describeDuration(maxMs)} of work`}
        </span>
      </Fact>
      <Fact name="Cost">
        {run.cost === null ? 'nothing reported' : describeCost(run.cost)}
        {maxCost === null ? ', no limit' : ` of at most ${maxCost}`}
      </Fact>
      <Fact name="Agent">{run.agent}</Fact>
      <Fact name="Profile">{run.profile}</Fact>
      <Fact name="Project">{visibleText(run.projectName)}</Fact>
      <Folder name="Folder" folder={details.folder} />
      <Folder name="Work folder" folder={details.workFolder} />
      <Fact name="Branch">
        <Code text={run.branch} />
      </Fact>
      <Fact name="Base">
        <Code text={`${run.baseBranch} at ${details.baseCommit.slice(0, 12)}`} />
      </Fact>
      {run.mergedCommit !== null && (
        <Fact name="Merged as">
          <Code text={run.mergedCommit} />
        </Fact>
      )}
      <Fact name="Daemon">
        <Owner owner={run.ownerDaemon} />
      </Fact>
      <Fact name="Started by">{run.createdBy}</Fact>
      <Time name="Created" at={run.createdAt} />
      <Time name="Ended" at={run.endedAt} />
      <Time name="Held until" at={run.heldUntil} />
      <Fact name="Run">
        <Code text={run.id} />
      </Fact>
    </dl>
  );
}
