import { describeAge, describeDuration } from '../../../shared/durations.ts';
import { useTimeText } from '../state/clock.ts';
import { useFleet } from '../state/fleet-store.ts';

/** How long ago, in one unit; exact under the pointer, and while the keyboard stands on the card or row around it. */
export function Age({ at }: { at: number }) {
  const text = useTimeText((now) => describeAge(now - at));
  // The first exact time has the page read the words of its locale, which nobody needs before the board is painted.
  const isPainted = useFleet((fleet) => fleet.isWhole);
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={isPainted ? exactTime(at) : undefined}
      data-exact={isPainted ? dayAndTime(at) : undefined}
      className="age"
    >
      {text}
    </time>
  );
}

/** How long ago, in two units and as part of a sentence; exact under the pointer, and while the keyboard stands on it. */
export function Ago({ at }: { at: number }) {
  const text = useTimeText((now) => `${describeDuration(now - at)} ago`);
  return (
    <time
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time must not need a pointer.
      tabIndex={0}
      dateTime={new Date(at).toISOString()}
      title={exactTime(at)}
      data-exact={dayAndTime(at)}
      className="ago rounded-sm"
    >
      {text}
    </time>
  );
}

/** A time of day, with the date when it was another day; to the millisecond in the title. */
export function At({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {timeOfDay(at)}
    </time>
  );
}

/** As part of a text: `14:32:05`, with the date when it was another day. */
export function timeOfDay(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return isToday ? format(at, {}) : dayAndTime(at);
}

/** `Oct 3, 14:32:05`, with the year when it was another one. */
function dayAndTime(at: number): string {
  const day = { month: 'short', day: 'numeric' } as const;
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear();
  return format(at, isThisYear ? day : { ...day, year: 'numeric' });
}

function format(at: number, day: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(undefined, {
    ...day,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(at);
}

/** How long it took, or has taken so far while `until` is null. */
export function Elapsed({ since, until }: { since: number; until: number | null }) {
  return <span>{useTimeText((now) => describeDuration((until ?? now) - since))}</span>;
}

/** What is left until a time; words for the time after it. */
export function Remaining({ until }: { until: number }) {
  return <span>{useTimeText((now) => describeDuration(until - now))}</span>;
}

function exactTime(at: number): string {
  return `${new Date(at).toLocaleString()} (${new Date(at).toISOString()})`;
}
