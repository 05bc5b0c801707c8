import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const IS_ROOT = process.getuid?.() === 0;
/** What lets root read and write what nobody else may. A process without it is bound by the mode of its own files. */
const GIVEN_UP = ['--bounding-set', '-dac_override,-dac_read_search'];

/** Runs a file of ours with no more rights to files than anybody has, and reads what it printed as JSON. */
export function ranWithOrdinaryRights(file: string, ...args: string[]): unknown {
  const command = [process.execPath, file, ...args];
  const [program = '', ...rest] = IS_ROOT ? ['setpriv', ...GIVEN_UP, ...command] : command;
  return JSON.parse(execFileSync(program, rest, { encoding: 'utf8' }));
}

/** A program that does the same as another with no more rights to files than anybody has; written to `script`. */
export function withOrdinaryRights(program: string, script: string): string {
  if (!IS_ROOT) return program;
  const line = `#!/bin/sh\nexec setpriv ${GIVEN_UP.join(' ')} '${program}' "$@"\n`;
  writeFileSync(script, line, { mode: 0o755 });
  return script;
}
