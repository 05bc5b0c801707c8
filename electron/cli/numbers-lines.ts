import { describeDuration } from '../../shared/durations.ts';
import type { Numbers, NumbersSpan } from '../../shared/numbers.ts';
import { localTime } from '../../shared/numbers-period.ts';
import { describeShare, describeWithoutCost } from '../../shared/numbers-words.ts';
import { describeCost } from '../../shared/run-words.ts';
import { areEmpty, endingsOf } from '../../shared/settled-numbers.ts';
import { table } from './table.ts';
import { firstLine, styled } from './terminal.ts';

const ENDINGS = ['DONE', 'FAILED', 'CANCELLED'];

/** Tables for people: by hour or day, by agent, and what the projects cost. */
export function numbersLines(numbers: Numbers, width: number | null): string[] {
  const tables = [byTime(numbers, width)];
  if (areEmpty(numbers)) tables.push(['Nothing settled in this time.']);
  if (numbers.agents.length > 0) tables.push(byAgent(numbers, width));
  if (numbers.costs.length > 0) tables.push(byProject(numbers, width));
  const withoutCost = describeWithoutCost(numbers.withoutCost);
  if (withoutCost !== null) tables.push([withoutCost]);
  return tables.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

function byTime({ span, buckets, timeZone }: Numbers, width: number | null): string[] {
  return inColumns(
    [span === 'day' ? 'HOUR' : 'DAY', ...ENDINGS, 'WAITED', 'WORKED'],
    buckets.map(({ startAt, waitedMs, workedMs, ...settled }) => [
      bucketName(span, startAt, timeZone),
      ...endings(settled),
      describeDuration(waitedMs),
      describeDuration(workedMs),
    ]),
    width,
  );
}

function byAgent({ agents }: Numbers, width: number | null): string[] {
  return inColumns(
    ['AGENT', ...ENDINGS, 'SUCCESS', 'RUNS PASSED'],
    agents.map(({ agent, ...settled }) => [
      firstLine(agent),
      ...endings(settled),
      describeShare(settled),
      String(settled.runs.passed),
    ]),
    width,
  );
}

function byProject({ costs }: Numbers, width: number | null): string[] {
  return inColumns(
    ['PROJECT', 'COST', 'TASKS'],
    costs.map((cost) => [
      firstLine(cost.projectName),
      firstLine(describeCost(cost)),
      String(cost.tasks),
    ]),
    width,
  );
}

function endings(settled: Parameters<typeof endingsOf>[0]): string[] {
  const { done, failed, cancelled } = endingsOf(settled);
  return [done, failed, cancelled].map(String);
}

function bucketName(span: NumbersSpan, startAt: number, timeZone: string): string {
  const time = localTime(startAt, timeZone);
  return span === 'day' ? time.slice(0, 16).replace('T', ' ') : time.slice(0, 10);
}

function inColumns(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  width: number | null,
): string[] {
  return table(
    heading.map((word) => styled('dim', word)),
    rows,
    width,
  );
}
