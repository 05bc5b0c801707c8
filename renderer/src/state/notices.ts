import { describeOutcome, isGranted } from '../../../shared/outcome-words.ts';
import type { AnyOutcome } from '../../../shared/outcomes.ts';
import type { Problem } from '../../../shared/problems.ts';
import { type Notice, type NoticeAction, useFleet } from './fleet-store.ts';

const GRANTED_SHOWN_MS = 6_000;
/** What was granted is confirmation only; more of it than this is noise. */
const MOST_GRANTED = 3;

let lastId = 0;

export function reportOutcome(subject: string, outcome: AnyOutcome): void {
  const text = describeOutcome(outcome);
  if (isGranted(outcome)) confirm(subject, text);
  else refuse(subject, text, null, outcome.outcome);
}

export function confirm(subject: string, text: string): void {
  showForAWhile({ granted: true, isHint: false, subject, text, action: null });
}

/** Why a key or a command did nothing; said once while it stands there. */
export function hint(subject: string, text: string, action: NoticeAction | null = null): void {
  const { notices } = useFleet.getState();
  if (notices.some((notice) => notice.subject === subject && notice.text === text)) return;
  showForAWhile({ granted: true, isHint: true, subject, text, action });
}

/**
 * Said once: the same refusal again adds nothing while it still stands there, but what can be done about it is what
 * was refused last.
 */
export function refuse(
  subject: string,
  text: string,
  action: NoticeAction | null = null,
  code?: string,
): void {
  const { notices } = useFleet.getState();
  const known = notices.find((notice) => notice.subject === subject && notice.text === text);
  if (known === undefined) {
    show({
      granted: false,
      isHint: false,
      subject,
      text,
      action,
      ...(code !== undefined && { code }),
    });
    return;
  }
  useFleet.setState({
    notices: notices.map((notice) => (notice === known ? { ...known, action } : notice)),
  });
}

/** Does what can be done about a refusal. It goes away, unless the same was refused in the same words again. */
export async function followUp({ id, action }: Notice): Promise<void> {
  if (action === null) return;
  await action.act();
  const isRefusedAgain = useFleet
    .getState()
    .notices.some((notice) => notice.id === id && notice.action !== action);
  if (!isRefusedAgain) dismissNotice(id);
}

/** A call that could not be answered: what happened, and what to do about it. */
export function refuseWith(subject: string, { code, message, nextStep }: Problem): void {
  refuse(subject, `${message} ${nextStep}`, null, code);
}

export function dismissNotice(id: number): void {
  useFleet.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}

function showForAWhile(notice: Omit<Notice, 'id'>): void {
  const id = show(notice);
  setTimeout(() => dismissNotice(id), GRANTED_SHOWN_MS);
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
