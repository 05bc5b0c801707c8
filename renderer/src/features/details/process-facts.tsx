import { assertNever } from '../../../../shared/assert-never.ts';
import type { Card } from '../../../../shared/board.ts';
import { describeProcessUse } from '../../../../shared/process-words.ts';
import type { ProcessUse } from '../../../../shared/processes.ts';
import { Fact } from '../../components/facts.tsx';
import { useTaskProcesses } from './use-task-processes.ts';

/** What the worker uses now, for as long as it is there. */
export function ProcessFacts({ card }: { card: Card }) {
  const processes = useTaskProcesses(card);
  if (processes === null) return null;
  switch (processes.outcome) {
    case 'measured':
      return <Measured use={processes.use} />;
    case 'not_known':
      return <Fact name="Process">not known on this system</Fact>;
    case 'no_worker':
    case 'not_owner':
    case 'not_found':
      return null;
    default:
      return assertNever(processes);
  }
}

function Measured({ use }: { use: ProcessUse }) {
  return (
    <>
      <Fact name="Process">{use.pid}</Fact>
      <Fact name="Uses">
        <span className="min-w-0">
          {describeProcessUse(use)}
          {use.sharedMemory === 'counted_for_each' && (
            <span className="block text-xs text-ink-3">
              What several processes share is counted for each.
            </span>
          )}
        </span>
      </Fact>
    </>
  );
}
