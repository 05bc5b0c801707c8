import type { Numbers, NumbersSpan } from '../../../../shared/numbers.ts';
import { untilEarlier, untilLater } from '../../../../shared/numbers-period.ts';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Segments } from '../../components/segments.tsx';
import { periodWords } from './bucket-words.ts';
import { saveNumbers } from './save-numbers.ts';

const SPANS = [
  { value: 'day', name: 'Day' },
  { value: 'week', name: 'Week' },
  { value: 'month', name: 'Month' },
] as const;

interface NumbersToolbarProps {
  readonly span: NumbersSpan;
  /** Those of the chosen time; null until they are there. */
  readonly numbers: Numbers | null;
  readonly isNow: boolean;
  readonly isTable: boolean;
  readonly choose: (span: NumbersSpan) => void;
  readonly goTo: (until: number | null) => void;
  readonly showTable: (shown: boolean) => void;
}

/** Which time is looked at, in which form, and taking it along. A press that cannot be done yet is ignored. */
export function NumbersToolbar({
  span,
  numbers,
  isNow,
  isTable,
  choose,
  goTo,
  showTable,
}: NumbersToolbarProps) {
  const whenRead = (act: (read: Numbers) => void) => () => {
    if (numbers !== null) act(numbers);
  };
  const goLater = whenRead(({ buckets }) => {
    const later = untilLater(span, buckets);
    goTo(later >= Date.now() ? null : later);
  });
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segments label="Time" value={span} options={SPANS} choose={choose} />
        <div className="flex items-center gap-1">
          <IconButton
            icon="chevron"
            label="Earlier"
            className="rotate-180"
            aria-disabled={numbers === null}
            onClick={whenRead(({ buckets }) => goTo(untilEarlier(buckets)))}
          />
          <IconButton
            icon="chevron"
            label="Later"
            className={isNow ? 'opacity-40' : ''}
            aria-disabled={numbers === null || isNow}
            onClick={() => {
              if (!isNow) goLater();
            }}
          />
          <p role="status" className="min-h-5 text-ink-2">
            {numbers !== null && periodWords(span, numbers.buckets, numbers.timeZone)}
          </p>
        </div>
        <div className="ms-auto flex items-center gap-2">
          <Button
            size="small"
            aria-pressed={isTable}
            className="aria-pressed:bg-line"
            onClick={() => showTable(!isTable)}
          >
            As table
          </Button>
          <Button
            size="small"
            aria-label="Save as CSV"
            aria-disabled={numbers === null}
            onClick={whenRead((read) => saveNumbers(read, 'csv'))}
          >
            CSV
          </Button>
          <Button
            size="small"
            aria-label="Save as JSON"
            aria-disabled={numbers === null}
            onClick={whenRead((read) => saveNumbers(read, 'json'))}
          >
            JSON
          </Button>
        </div>
      </div>
    </div>
  );
}
