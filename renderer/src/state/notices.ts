import { type AnyOutcome, describeOutcome, isGranted } from '../../../shared/outcomes.ts';
import { type Notice, useFleet } from './fleet-store.ts';

const GRANTED_SHOWN_MS = 6_000;
/** What was granted is confirmation only; more of it than this is noise. */
const MOST_GRANTED = 3;

let lastId = 0;

export function reportOutcome(subject: string, outcome: AnyOutcome): void {
  const text = describeOutcome(outcome);
  if (isGranted(outcome)) confirm(subject, text);
  else refuse(subject, text);
}

export function confirm(subject: string, text: string): void {
  const id = show({ granted: true, subject, text });
  setTimeout(() => dismissNotice(id), GRANTED_SHOWN_MS);
}

/** Said once: the same refusal again adds nothing while it still stands there. */
export function refuse(subject: string, text: string): void {
  const { notices } = useFleet.getState();
  if (notices.some((notice) => notice.subject === subject && notice.text === text)) return;
  show({ granted: false, subject, text });
}

export function dismissNotice(id: number): void {
  useFleet.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}

function show(notice: Omit<Notice, 'id'>): number {
  lastId += 1;
  const id = lastId;
  useFleet.setState(({ notices }) => {
    const granted = notices.filter((known) => known.granted);
    const outdated = granted.slice(0, Math.max(0, granted.length - (MOST_GRANTED - 1)));
    return {
      notices: [...notices.filter((known) => !outdated.includes(known)), { ...notice, id }],
    };
  });
  return id;
}
