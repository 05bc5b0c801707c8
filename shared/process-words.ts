import { describeBytes } from './describe-bytes.ts';
import type { ProcessUse } from './processes.ts';

/** Such as `3 processes, 84 MB, 12% of a core`. */
export function describeProcessUse({ count, memoryBytes, cpuPercent }: ProcessUse): string {
  return [
    count === 1 ? '1 process' : `${count} processes`,
    describeBytes(memoryBytes),
    `${Math.round(cpuPercent)}% of a core`,
  ].join(', ');
}
