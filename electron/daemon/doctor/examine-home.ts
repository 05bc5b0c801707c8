import { examineConfiguration } from './examine-configuration.ts';
import { examineDaemons } from './examine-daemons.ts';
import { examineDatabase } from './examine-database.ts';
import { examineFolder } from './examine-folder.ts';
import { examineProcesses } from './examine-processes.ts';
import { examineTools } from './examine-tools.ts';
import { examineWorktrees } from './examine-worktrees.ts';
import type { Finding } from './finding.ts';

export interface Examination {
  readonly home: string;
  /** Path of a better-sqlite3 binary for runtimes that its prebuilt ones do not serve. */
  readonly sqliteBinding: string | null;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Looks at a home from outside, whether or not a daemon runs there. Changes nothing. */
export async function examineHome(examination: Examination): Promise<Finding[]> {
  const tools = await examineTools(examination);
  const folder = examineFolder(examination.home);
  // There is nothing to look into.
  const isThere = folder.every(({ check, state }) => check !== 'Home' || state !== 'fail');
  if (!isThere) return [...tools, ...folder];
  const { findings: database, facts } = examineDatabase(examination);
  return [
    ...tools,
    ...folder,
    ...examineConfiguration(examination.home),
    ...database,
    ...(await examineDaemons(examination, facts)),
    ...(await examineProcesses(examination.home, facts)),
    ...(await examineWorktrees(examination.home, facts)),
  ];
}
