import type { ProjectCost } from '../../../../shared/numbers.ts';
import { describeCost } from '../../../../shared/run-words.ts';
import { AgentText } from '../../components/agent-text.tsx';

/** One bar for each project and currency; a bar is compared with those of its own currency alone. */
export function CostBars({ costs }: { readonly costs: readonly ProjectCost[] }) {
  return (
    <ul className="space-y-2">
      {costs.map((cost) => (
        <li key={`${cost.currency} ${cost.projectId}`}>
          <p className="flex items-baseline gap-3 text-xs">
            <span className="min-w-0 flex-1 truncate">
              <AgentText text={cost.projectName} />
            </span>
            <span className="text-ink-3">
              {cost.tasks} {cost.tasks === 1 ? 'task' : 'tasks'}
            </span>
            <span className="font-medium">
              <AgentText text={describeCost(cost)} />
            </span>
          </p>
          <svg
            viewBox={`0 0 ${highestIn(costs, cost.currency)} 1`}
            preserveAspectRatio="none"
            aria-hidden="true"
            className="numbers-chart mt-1 block h-2 w-full bg-hover"
          >
            <rect x={0} y={0} width={cost.amount} height={1} />
          </svg>
        </li>
      ))}
    </ul>
  );
}

function highestIn(costs: readonly ProjectCost[], currency: string): number {
  const amounts = costs.flatMap((cost) => (cost.currency === currency ? [cost.amount] : []));
  return Math.max(...amounts) || 1;
}
