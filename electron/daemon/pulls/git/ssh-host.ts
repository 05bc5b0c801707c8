import { execFile } from 'node:child_process';

const LONGEST_MS = 5_000;

/**
 * The host behind an alias of `~/.ssh/config`, by which people with several accounts tell them apart; the alias itself
 * where ssh knows of none. Nothing is connected to.
 */
export async function sshHostOf(alias: string): Promise<string> {
  const options = { encoding: 'utf8', timeout: LONGEST_MS, windowsHide: true } as const;
  return new Promise((resolve) => {
    const child = execFile('ssh', ['-G', '--', alias], options, (error, stdout) => {
      const host = error === null ? /^hostname (\S+)$/m.exec(stdout)?.[1] : undefined;
      resolve(host?.toLowerCase() ?? alias);
    });
    child.stdin?.end();
  });
}
