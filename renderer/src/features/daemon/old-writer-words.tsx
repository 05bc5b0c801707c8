import type { OldWriter } from '../../../../shared/fleet.ts';
import { Ago, At } from '../../components/time.tsx';
import { useFleet } from '../../state/fleet-store.ts';

export function OldWriterFigures({ oldWriter: { refusals, lastAt } }: { oldWriter: OldWriter }) {
  return (
    <>
      It was refused {refusals.toLocaleString()} {refusals === 1 ? 'time' : 'times'}, last{' '}
      <Ago at={lastAt} />.
    </>
  );
}

export function OldWriterAdvice({ oldWriter: { firstAt } }: { oldWriter: OldWriter }) {
  const home = useFleet((fleet) => fleet.catalog?.daemon.home ?? 'this home');
  return (
    <>
      <p>
        It does not know whose a task is, so the database kept every change that it tried on work of
        a current daemon from happening. Nothing was lost, and it may go on with tasks that nobody
        owns. It was first refused at <At at={firstAt} />.
      </p>
      <p className="break-words">
        Look for an older Fleetboard, or a script, that has the database of {home} open. Quit it and
        update it.
      </p>
    </>
  );
}
