import { Notification } from 'electron';
import type { Shown } from '../shared/shown.ts';
import type { NotificationWords } from './notifications-grouping.ts';

/** Those that can still be pressed: one that is collected as garbage tells of no press. */
const shown = new Set<Notification>();
const MOST_KEPT = 20;

export function notify(words: NotificationWords, open: (shown: Shown) => void): void {
  const notification = new Notification({ title: words.title, body: words.body, silent: true });
  shown.add(notification);
  const [oldest] = shown;
  if (shown.size > MOST_KEPT && oldest !== undefined) shown.delete(oldest);
  notification.on('click', () => {
    shown.delete(notification);
    open(words.opens);
  });
  notification.show();
}
