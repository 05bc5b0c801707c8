import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { highestColumn, type Series, stackBlocks, total } from './series.ts';

interface ColumnChartProps {
  readonly label: string;
  /** What the whole is called, while no column is looked at. */
  readonly wholeName: string;
  readonly names: readonly string[];
  readonly ticks: readonly string[];
  readonly series: readonly Series[];
  readonly describe: (value: number) => string;
}

/** The height of the drawing in its own units; a column is one unit wide. */
const HEIGHT = 100;
const MARGIN = 0.14;

/**
 * Columns over time. Their figures stand above them: of the column under the pointer, or of the one that the arrow keys
 * have reached, else of all.
 */
export function ColumnChart({
  label,
  wholeName,
  names,
  ticks,
  series,
  describe,
}: ColumnChartProps) {
  const [column, look] = useState<number | null>(null);
  const last = names.length - 1;
  const of = column ?? last;
  const shownOf = ({ values }: Series) => (column === null ? total(values) : (values[column] ?? 0));

  function step(event: KeyboardEvent) {
    const next = { ArrowLeft: of - 1, ArrowRight: of + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    look(Math.min(last, Math.max(0, next)));
  }

  function lookUnder({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    look(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * names.length))));
  }

  return (
    <div>
      <p className="text-xs text-ink-2">{column === null ? wholeName : names[column]}</p>
      <div className="flex flex-wrap gap-x-4 text-xs">
        {series.map((each) => (
          <p key={each.mark} className="flex items-baseline gap-1.5 whitespace-nowrap">
            <span aria-hidden="true" className="numbers-key" data-mark={each.mark} />
            <span className="text-ink-3">{each.name}</span>
            <span className="font-medium">{describe(shownOf(each))}</span>
          </p>
        ))}
      </div>
      <p aria-hidden="true" className="mt-1 border-b border-line text-2xs text-ink-3">
        {describe(highestColumn(series))}
      </p>
      {/* A slider is what steps through values one by one; it reads out the column that it stands on. */}
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-readonly="true"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={of}
        aria-valuetext={`${names[of]}: ${series
          .map(({ name, values }) => `${describe(values[of] ?? 0)} ${name.toLowerCase()}`)
          .join(', ')}`}
        onKeyDown={step}
        onFocus={() => look(of)}
        onBlur={() => look(null)}
        onPointerMove={lookUnder}
        onPointerLeave={({ currentTarget }) => {
          if (document.activeElement !== currentTarget) look(null);
        }}
        className="rounded-xs"
      >
        <svg
          viewBox={`0 0 ${names.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="numbers-chart block h-24 w-full border-b border-line-strong"
        >
          {column !== null && (
            <rect className="numbers-looked-at" x={column} y={0} width={1} height={HEIGHT} />
          )}
          {stackBlocks(series).map((block) => (
            <rect
              key={`${block.mark} ${block.column}`}
              data-mark={block.mark}
              x={block.column + MARGIN}
              y={block.top * HEIGHT}
              width={1 - 2 * MARGIN}
              height={block.height * HEIGHT}
            />
          ))}
        </svg>
      </div>
      <div
        aria-hidden="true"
        data-sparse={ticks.includes('')}
        className="numbers-ticks mt-1 flex h-4 text-2xs text-ink-3"
      >
        {ticks.map((tick, index) => (
          <span key={index} className="numbers-tick">
            {tick}
          </span>
        ))}
      </div>
    </div>
  );
}
