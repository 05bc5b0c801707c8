import { readFileSync } from 'node:fs';
import path from 'node:path';

const ERROR_LEVEL = 50;

/** What a home's log says at or above the level of an error. A daemon may have been killed in the middle of a line. */
export function errorsInLog(home: string): string[] {
  return entriesOf(home).flatMap(({ level, msg, err }) =>
    level < ERROR_LEVEL ? [] : [[msg, err?.message].filter(Boolean).join(': ')],
  );
}

export function messagesInLog(home: string): string[] {
  return entriesOf(home).map(({ msg }) => msg);
}

interface LogEntry {
  readonly level: number;
  readonly msg: string;
  readonly err?: { readonly message: string };
}

function entriesOf(home: string): LogEntry[] {
  return readFileSync(path.join(home, 'logs', 'daemon.log'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as LogEntry];
      } catch {
        return [];
      }
    });
}
