import { Notification } from 'electron';
import type { Shown } from '../shared/shown.ts';
import type { NotificationAnswer, NotificationWords } from './notifications-grouping.ts';

/** Those that can still be pressed: one that is collected as garbage tells of no press. */
const shown = new Set<Notification>();
const MOST_KEPT = 20;

export interface NotificationPresses {
  readonly open: (shown: Shown) => void;
  /** Only for words that can be answered. */
  readonly answer?: (given: NotificationAnswer) => void;
}

export function notify(words: NotificationWords, { open, answer }: NotificationPresses): void {
  const notification = new Notification({
    title: words.title,
    body: words.body,
    silent: true,
    actions: words.answers.map(({ label }) => ({ type: 'button', text: label })),
  });
  shown.add(notification);
  const [oldest] = shown;
  if (shown.size > MOST_KEPT && oldest !== undefined) shown.delete(oldest);
  notification.on('click', () => {
    shown.delete(notification);
    open(words.opens);
  });
  notification.on('action', (details, index) => {
    shown.delete(notification);
    // Older Electrons tell it beside the event only.
    const given = words.answers[details.actionIndex ?? index];
    if (given !== undefined) answer?.(given);
  });
  notification.show();
}
