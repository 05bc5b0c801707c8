import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
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
 * @throws DaemonCannotStart `home_not_writable`
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
    // Permission bits do not tell of a read-only file system; a write does.
    const probe = path.join(home, '.write-probe');
    writeFileSync(probe, '');
    rmSync(probe);
    return folder;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new DaemonCannotStart(
      {
        code: 'home_not_writable',
        message: `The home folder ${home} cannot be written (${reason}).`,
        nextStep: 'Make it writable, or set FLEETBOARD_HOME to a folder that is.',
      },
      error,
    );
  }
}
