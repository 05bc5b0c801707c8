import type { DispatchEvent } from '../../../shared/dispatch-events.ts';
import { orderedId } from '../ordered-id.ts';
import type { WaitingEvents } from '../store/store.ts';
import type { DispatchContext } from './dispatch-context.ts';

/** More would be more than an agent reads; the rest follows when it is idle again. */
const EVENTS_PER_DELIVERY = 50;
const DIGEST_LENGTH = 600;

/** Tells each idle conductor of this daemon in one send what settled in its project since it was last told. */
export async function deliverEvents({
  store,
  me,
  clock,
  limits,
  log,
}: DispatchContext): Promise<void> {
  for (const waiting of await store.events.waiting(me, EVENTS_PER_DELIVERY)) {
    const taskId = orderedId();
    const delivered = await store.events.deliverIfIdle(
      {
        taskId,
        sessionId: waiting.sessionId,
        upTo: waiting.events.at(-1)?.position ?? 0,
        prompt: inWords(waiting),
        failureLimit: limits().failureLimit,
      },
      me,
      clock.now(),
    );
    log.info({ session: waiting.sessionId, task: taskId, ...delivered }, 'events to the conductor');
  }
}

/** The prompt of a delivery. Digests come from agents: they are quoted, so that they do not read as instructions. */
export function inWords({ events, furtherCount }: WaitingEvents): string {
  const follow = furtherCount === 0 ? '' : ` ${furtherCount} more follow when you are idle again.`;
  const [only] = events;
  const opening =
    events.length === 1 && only !== undefined
      ? 'A task of your project settled.'
      : `${events.length} tasks of your project settled.`;
  return `${opening}${follow}\n\n${events.map(eventInWords).join('\n\n')}\n`;
}

function eventInWords({ taskId, type, digest, createdAt }: DispatchEvent): string {
  const what = `${taskId}: ${type.replace(/^task\./, '')} at ${new Date(createdAt).toISOString()}`;
  if (digest === null || digest === '') return what;
  const shown =
    digest.length > DIGEST_LENGTH ? `${digest.slice(0, DIGEST_LENGTH)}… (shortened)` : digest;
  return `${what}\n${shown.replaceAll(/^/gm, '> ')}`;
}
