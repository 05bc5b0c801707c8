import { accessSync, constants, readdirSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { type Finding, fail, ok, warn } from './finding.ts';

const OTHERS_MAY = 0o077;

/** The home folder and the token files in it. */
export function examineFolder(home: string): Finding[] {
  const facts = statSync(home, { throwIfNoEntry: false });
  if (facts === undefined) {
    return [
      fail(
        'Home',
        `${home} does not exist.`,
        'Start a daemon, which makes it, or name another with --home.',
      ),
    ];
  }
  if (!facts.isDirectory()) {
    return [fail('Home', `${home} is no folder.`, 'Move it away, or name another with --home.')];
  }
  try {
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [
      fail(
        'Home',
        `${home} cannot be read and written.`,
        'Make it yours, or name another with --home.',
      ),
    ];
  }
  return [homeFinding(home, facts), ...tokens(home)];
}

function homeFinding(home: string, facts: Stats): Finding {
  if (!isOpenToOthers(facts)) return ok('Home', home);
  return warn(
    'Home',
    `${home} can be entered by other users (mode ${modeOf(facts)}).`,
    `Prompts and transcripts are in it: chmod 700 ${home}`,
  );
}

function tokens(home: string): Finding[] {
  const files = readdirSync(home).filter((name) => /^api-\d+\.token$/.test(name));
  const open = files.filter((name) => isOpenToOthers(statSync(path.join(home, name))));
  if (open.length > 0) {
    return [
      fail(
        'Tokens',
        `Other users can read ${open.join(', ')}.`,
        `Who has a token can run commands as you: chmod 600 ${open.map((name) => path.join(home, name)).join(' ')}, then restart those daemons.`,
      ),
    ];
  }
  const ports = files.map((name) => name.replaceAll(/\D/g, '')).join(', ');
  return [
    ok('Tokens', files.length === 0 ? 'none yet' : `of port ${ports}, readable by you alone`),
  ];
}

/** Windows has no such bits; there a user's folders are theirs. */
function isOpenToOthers({ mode }: Stats): boolean {
  return process.platform !== 'win32' && (mode & OTHERS_MAY) !== 0;
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o777).toString(8);
}
