import { describeDuration } from '../../../../shared/durations.ts';
import type { Numbers } from '../../../../shared/numbers.ts';
import { describeWithoutCost } from '../../../../shared/numbers-words.ts';
import { endingsOf } from '../../../../shared/settled-numbers.ts';
import { Section } from '../../components/screen.tsx';
import { AgentBars } from './agent-bars.tsx';
import { bucketNames, bucketTicks } from './bucket-words.ts';
import { ColumnChart } from './column-chart.tsx';
import { CostBars } from './cost-bars.tsx';
import { agentRows, costRows } from './figure-rows.ts';
import { FigureTable } from './figure-table.tsx';
import type { Series } from './series.ts';

interface FiguresProps {
  readonly numbers: Numbers;
  readonly isTable: boolean;
  /** Whether they are of the time that was chosen last. */
  readonly isCurrent: boolean;
}

const WHOLE_NAMES = { day: '24 hours', week: '7 days', month: '30 days' } as const;

/** Four small charts, or the tables that they are of. */
export function Figures({ numbers, isTable, isCurrent }: FiguresProps) {
  const { buckets, agents, costs } = numbers;
  const endings = buckets.map(endingsOf);
  const withoutCost = describeWithoutCost(numbers.withoutCost);
  return (
    <>
      <div
        className="numbers-grid"
        data-form={isTable ? 'table' : 'charts'}
        data-current={isCurrent}
      >
        <OverTime
          {...{ numbers, isTable }}
          title="Settled"
          describe={(count) => count.toLocaleString()}
          series={[
            { mark: 'done', name: 'Done', values: endings.map(({ done }) => done) },
            { mark: 'failed', name: 'Failed', values: endings.map(({ failed }) => failed) },
            {
              mark: 'cancelled',
              name: 'Cancelled',
              values: endings.map(({ cancelled }) => cancelled),
            },
          ]}
        />
        <OverTime
          {...{ numbers, isTable }}
          title="Time"
          describe={describeDuration}
          series={[
            { mark: 'working', name: 'At work', values: buckets.map(({ workedMs }) => workedMs) },
            {
              mark: 'awaiting',
              name: 'Waiting for people',
              values: buckets.map(({ waitedMs }) => waitedMs),
            },
          ]}
        />
        <Section title="Success by agent">
          {agents.length === 0 && <p className="text-xs text-ink-3">No agent settled anything.</p>}
          {!isTable && <AgentBars agents={agents} />}
          {agents.length > 0 && <FigureTable {...agentRows(agents)} isShown={isTable} />}
        </Section>
        <Section title="Cost by project">
          {costs.length === 0 && <p className="text-xs text-ink-3">No agent has named a cost.</p>}
          {!isTable && <CostBars costs={costs} />}
          {costs.length > 0 && <FigureTable {...costRows(costs)} isShown={isTable} />}
          {withoutCost !== null && <p className="text-xs text-ink-3">{withoutCost}</p>}
        </Section>
      </div>
      <p className="text-xs text-ink-3">
        Everything counts where it settled, with all of its time and cost. A run counts once,
        however many attempts it made. Success leaves out what was cancelled.
      </p>
    </>
  );
}

interface OverTimeProps {
  readonly numbers: Numbers;
  readonly isTable: boolean;
  readonly title: string;
  readonly series: readonly Series[];
  readonly describe: (value: number) => string;
}

function OverTime({ numbers, isTable, title, series, describe }: OverTimeProps) {
  const names = bucketNames(numbers);
  const unit = numbers.span === 'day' ? 'hour' : 'day';
  return (
    <Section title={title}>
      {!isTable && (
        <ColumnChart
          label={`${title} by ${unit}`}
          wholeName={WHOLE_NAMES[numbers.span]}
          names={names}
          ticks={bucketTicks(numbers)}
          series={series}
          describe={describe}
        />
      )}
      <FigureTable
        caption={`${title} by ${unit}`}
        heading={[unit === 'hour' ? 'Hour' : 'Day', ...series.map(({ name }) => name)]}
        rows={names.map((name, index) => [
          name,
          ...series.map(({ values }) => describe(values[index] ?? 0)),
        ])}
        isShown={isTable}
      />
    </Section>
  );
}
