import Database from 'better-sqlite3';
import { git } from '../workers/worktrees/git.ts';
import type { Examination } from './examine-home.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** The programs that a daemon is made of and that it starts. */
export async function examineTools({ home, sqliteBinding }: Examination): Promise<Finding[]> {
  return [
    ok('Node', `${process.version} (${process.execPath})`),
    sqlite(sqliteBinding),
    await gitFound(home),
  ];
}

function sqlite(binding: string | null): Finding {
  try {
    const database = new Database(':memory:', binding === null ? {} : { nativeBinding: binding });
    const version = database.prepare('SELECT sqlite_version()').pluck().get();
    database.close();
    return ok('SQLite', String(version));
  } catch (error) {
    return fail(
      'SQLite',
      `better-sqlite3 could not be loaded: ${error instanceof Error ? error.message : String(error)}`,
      'Install the dependencies again: npm ci.',
    );
  }
}

async function gitFound(home: string): Promise<Finding> {
  const answer = await git(process.cwd(), '--version');
  if (answer.ok) return ok('git', answer.output.replace(/^git version /, ''));
  return warn(
    'git',
    answer.missing ? 'git was not found on PATH.' : `git does not run: ${answer.message}`,
    `Install git. Without it all work is done in place, not in worktrees under ${home}.`,
  );
}
