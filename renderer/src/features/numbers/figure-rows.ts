import type { AgentNumbers, ProjectCost } from '../../../../shared/numbers.ts';
import { describeShare } from '../../../../shared/numbers-words.ts';
import { describeCost } from '../../../../shared/run-words.ts';
import { endingsOf } from '../../../../shared/settled-numbers.ts';
import { visibleText } from '../../../../shared/visible-text.ts';

interface Figures {
  readonly caption: string;
  readonly heading: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function agentRows(agents: readonly AgentNumbers[]): Figures {
  return {
    caption: 'Success by agent',
    heading: ['Agent', 'Done', 'Failed', 'Cancelled', 'Success', 'Runs passed', 'Runs failed'],
    rows: agents.map((agent) => {
      const { done, failed, cancelled } = endingsOf(agent);
      return [
        visibleText(agent.agent),
        ...[done, failed, cancelled].map(String),
        describeShare(agent),
        String(agent.runs.passed),
        String(agent.runs.failed),
      ];
    }),
  };
}

export function costRows(costs: readonly ProjectCost[]): Figures {
  return {
    caption: 'Cost by project',
    heading: ['Project', 'Cost', 'Tasks'],
    rows: costs.map((cost) => [
      visibleText(cost.projectName),
      visibleText(describeCost(cost)),
      String(cost.tasks),
    ]),
  };
}
