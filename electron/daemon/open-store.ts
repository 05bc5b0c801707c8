import { DaemonCannotStart } from './daemon-cannot-start.ts';
import { DatabaseRefused } from './store/open-database.ts';
import { openSqliteStore, type SqliteStoreOptions } from './store/sqlite-store.ts';
import type { Store } from './store/store.ts';

/** Opens the store, or says for a person why it cannot be opened. @throws DaemonCannotStart */
export function openStore(options: SqliteStoreOptions): Store {
  try {
    return openSqliteStore(options);
  } catch (error) {
    if (error instanceof DatabaseRefused) {
      const { code, message, nextStep } = error;
      throw new DaemonCannotStart({ code, message, nextStep }, error);
    }
    throw new DaemonCannotStart(
      {
        code: 'database_not_opened',
        message: `${options.file} could not be opened: ${error instanceof Error ? error.message : String(error)}`,
        nextStep:
          'Check that the disk has room, that the file may be written, and that no other program locks it; then start again.',
      },
      error,
    );
  }
}
