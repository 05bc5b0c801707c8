import type { AgentNumbers } from '../../../../shared/numbers.ts';
import { describeShare } from '../../../../shared/numbers-words.ts';
import { endingsOf, settledCount } from '../../../../shared/settled-numbers.ts';
import { AgentText } from '../../components/agent-text.tsx';

const MARKS = ['done', 'failed', 'cancelled'] as const;

/** One bar for each agent, as long as what it settled is against the agent that settled most. */
export function AgentBars({ agents }: { readonly agents: readonly AgentNumbers[] }) {
  const most = Math.max(1, ...agents.map(settledCount));
  return (
    <ul className="space-y-2">
      {agents.map((agent) => (
        <li key={agent.agent}>
          <p className="flex items-baseline gap-3 text-xs">
            <span className="min-w-0 flex-1 truncate">
              <AgentText text={agent.agent} />
            </span>
            <span className="text-ink-3">{describeSuccesses(agent)}</span>
            <span className="w-9 text-end font-medium">{describeShare(agent)}</span>
          </p>
          <Bar agent={agent} most={most} />
        </li>
      ))}
    </ul>
  );
}

/** As `5 of 7, runs 2 of 3`. */
function describeSuccesses(agent: AgentNumbers): string {
  const { done, failed } = endingsOf(agent);
  const all = `${done} of ${done + failed}`;
  const { passed, failed: failedRuns } = agent.runs;
  return passed + failedRuns === 0 ? all : `${all}, runs ${passed} of ${passed + failedRuns}`;
}

function Bar({ agent, most }: { readonly agent: AgentNumbers; readonly most: number }) {
  const endings = endingsOf(agent);
  let left = 0;
  return (
    <svg
      viewBox={`0 0 ${most} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="numbers-chart mt-1 block h-2 w-full bg-hover"
    >
      {MARKS.map((mark) => {
        const x = left;
        left += endings[mark];
        return <rect key={mark} data-mark={mark} x={x} y={0} width={endings[mark]} height={1} />;
      })}
    </svg>
  );
}
