import type { Logger } from 'pino';
import type { DaemonIdentity, Store } from './store/store.ts';
import { reapOrphans } from './workers/orphan-reaper.ts';

/**
 * Clears what an earlier boot of this daemon left: first its processes, then its sessions. Its tasks are left to the
 * first tick, which reclaims them; by then nothing of theirs runs any more.
 */
export async function recoverFromEarlierBoot(
  store: Store,
  me: DaemonIdentity,
  home: string,
  log: Logger,
  now: number,
): Promise<void> {
  const recorded = await store.sessions.processesOf(me.owner);
  const ended = await reapOrphans({ ownerDaemon: me.owner, home, recorded });
  if (ended.length > 0) log.warn({ ended }, 'processes of an earlier start ended');
  for (const { sessionId } of recorded) await store.sessions.forgetProcess(sessionId);
  const sessions = await store.sessions.endOfEarlierBoots(me, now);
  if (sessions.length > 0)
    log.info({ sessions: sessions.length }, 'sessions of an earlier start closed');
}
