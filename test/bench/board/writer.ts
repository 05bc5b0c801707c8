import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';

/**
 * Another program on the database that changes a card's title, each change a transaction of its own, so many times a
 * second. The title says when it was written, in milliseconds since 1970.
 */
export async function writeTitles(
  home: string,
  ids: readonly string[],
  perSecond: number,
  forMs: number,
): Promise<void> {
  const database = new Database(path.join(home, 'fleetboard.db'), { timeout: 5_000 });
  database.pragma('synchronous = NORMAL');
  const change = database.prepare(
    `UPDATE dispatch_tasks SET prompt = ?, updated_at = ?, revision = (SELECT revision + 1 FROM board) WHERE id = ?`,
  );
  try {
    const startedAt = performance.now();
    const all = Math.floor((perSecond * forMs) / 1_000);
    for (let written = 0; written < all; written += 1) {
      const dueAt = startedAt + (written * 1_000) / perSecond;
      const waitMs = dueAt - performance.now();
      if (waitMs > 0) await pause(waitMs);
      const now = Date.now();
      // Neighbours in the list follow on each other far apart in time, as with agents that work by themselves.
      change.run(`written ${now} #${written}`, now, ids[(written * 7) % ids.length]);
    }
  } finally {
    database.close();
  }
}
