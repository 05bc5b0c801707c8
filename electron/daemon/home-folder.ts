import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Problem } from '../../shared/problems.ts';
import { DaemonCannotStart } from './daemon-cannot-start.ts';
import { makeFolder } from './make-folder.ts';

/** Where everything of one home lies. */
export interface HomeFolder {
  readonly home: string;
  readonly database: string;
  readonly configuration: string;
  readonly transcripts: string;
  readonly logs: string;
}

/**
 * Creates the home folder and what it must hold.
 *
 * @throws DaemonCannotStart `home_not_writable`, `disk_full`
 */
export function prepareHome(home: string): HomeFolder {
  const folder: HomeFolder = {
    home,
    database: path.join(home, 'fleetboard.db'),
    configuration: path.join(home, 'config.json'),
    transcripts: path.join(home, 'transcripts'),
    logs: path.join(home, 'logs'),
  };
  try {
    for (const needed of [home, folder.transcripts, folder.logs]) {
      makeFolder(needed);
    }
    probe(home);
    return folder;
  } catch (error) {
    throw new DaemonCannotStart(problemOf(home, error), error);
  }
}

/** What a start writes before it can say anything of the database: the token of its port, the first lines of its log. */
const PROBE_BYTES = 64 * 1024;

/** Permission bits do not tell of a read-only file system, nor of a full one; a write does. */
function probe(home: string): void {
  const file = path.join(home, '.write-probe');
  try {
    writeFileSync(file, Buffer.alloc(PROBE_BYTES));
  } finally {
    rmSync(file, { force: true });
  }
}

function problemOf(home: string, error: unknown): Problem {
  const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (NO_ROOM.includes(reason)) {
    return {
      code: 'disk_full',
      message: `There is no room for the home folder ${home} (${reason}).`,
      nextStep: 'Make room on its disk, or set FLEETBOARD_HOME to a folder that has some.',
    };
  }
  return {
    code: 'home_not_writable',
    message: `The home folder ${home} cannot be written (${reason}).`,
    nextStep: 'Make it writable, or set FLEETBOARD_HOME to a folder that is.',
  };
}

/** The disk, the quota, or the largest size of a file. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG'];
