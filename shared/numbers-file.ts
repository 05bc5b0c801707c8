import { assertNever } from './assert-never.ts';
import { type CsvCell, csvOf } from './csv.ts';
import type { Numbers, Settled } from './numbers.ts';
import { localDate, localTime } from './numbers-period.ts';

export type NumbersFormat = 'csv' | 'json';

/** As `fleetboard-numbers-week-2026-11-29.csv`, by the last hour or day that is in it. */
export function numbersFileName(
  { span, buckets, timeZone }: Numbers,
  format: NumbersFormat,
): string {
  const lastDay = localDate(buckets.at(-1)?.startAt ?? 0, timeZone);
  return `fleetboard-numbers-${span}-${lastDay}.${format}`;
}

export function numbersText(numbers: Numbers, format: NumbersFormat): string {
  switch (format) {
    case 'csv':
      return numbersCsv(numbers);
    case 'json':
      return `${JSON.stringify(numbers, null, 2)}\n`;
    default:
      return assertNever(format);
  }
}

/** What a row of the file is about: the whole period, unless it names another. */
interface Of {
  readonly from: string;
  readonly to: string;
  readonly agent?: string;
  readonly project?: string;
  readonly currency?: string;
}

const HEADER = ['measure', 'from', 'to', 'agent', 'project', 'currency', 'value'];

/** One figure in each line, so that one header does for all of them. */
function numbersCsv({ buckets, agents, costs, withoutCost, timeZone }: Numbers): string {
  const time = (at: number) => localTime(at, timeZone);
  const period = { from: time(buckets[0]?.startAt ?? 0), to: time(buckets.at(-1)?.endAt ?? 0) };
  return csvOf(HEADER, [
    ...buckets.flatMap(({ startAt, endAt, waitedMs, workedMs, ...settled }) => {
      const of = { from: time(startAt), to: time(endAt) };
      return [
        ...settledLines(of, settled),
        line('waited_ms', of, waitedMs),
        line('worked_ms', of, workedMs),
      ];
    }),
    ...agents.flatMap(({ agent, ...settled }) => settledLines({ ...period, agent }, settled)),
    ...costs.map(({ projectName: project, currency, amount }) =>
      line('cost', { ...period, project, currency }, amount),
    ),
    line('tasks_without_cost', period, withoutCost),
  ]);
}

function settledLines(of: Of, { tasks, runs }: Settled): CsvCell[][] {
  return [
    line('tasks_done', of, tasks.done),
    line('tasks_failed', of, tasks.failed),
    line('tasks_cancelled', of, tasks.cancelled),
    line('runs_passed', of, runs.passed),
    line('runs_failed', of, runs.failed),
    line('runs_stopped', of, runs.stopped),
  ];
}

function line(measure: string, of: Of, value: number): CsvCell[] {
  const { from, to, agent = null, project = null, currency = null } = of;
  return [measure, from, to, agent, project, currency, value];
}
