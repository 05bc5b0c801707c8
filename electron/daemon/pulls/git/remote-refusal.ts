import type { Problem } from '../../../../shared/problems.ts';
import type { HookedGit } from '../../loops/git/git-with-hooks.ts';
import { withoutPasswords } from './without-passwords.ts';

export type RemoteGitRefusalCode =
  | 'not_a_repository'
  | 'not_a_full_commit'
  | 'commit_missing'
  | 'hook_failed'
  | 'rejected_by_remote'
  | 'authentication_failed'
  | 'remote_missing'
  | 'remote_unreachable'
  | 'timed_out'
  | 'git_refused';

export interface RemoteGitRefused {
  readonly outcome: 'refused';
  readonly problem: Problem & { code: RemoteGitRefusalCode };
  /** What git and the hooks printed, without passwords. */
  readonly output: string;
}

export function refusedAtRemote(
  code: RemoteGitRefusalCode,
  message: string,
  nextStep: string,
  output = '',
): RemoteGitRefused {
  const clean = withoutPasswords(message);
  return { outcome: 'refused', problem: { code, message: clean, nextStep }, output };
}

const CAUSES: readonly (readonly [RegExp, RemoteGitRefusalCode, string, string])[] = [
  [
    /Authentication failed|could not read (?:Username|Password)|terminal prompts disabled|Permission denied|Host key verification failed|HTTP 40[13]|error: 40[13]|Permission to \S+ denied/i,
    'authentication_failed',
    'does not let this person in',
    'Log in once by hand (git push, or gh auth setup-git), so that git has credentials without asking.',
  ],
  [
    /Repository not found|repository '[^']*' not found|does not appear to be a git repository|No such remote|error: 404/i,
    'remote_missing',
    'has no such repository, or does not show it to this person',
    'Check the address: git remote -v',
  ],
  [
    /Could not resolve host|Failed to connect|Couldn't connect|Connection (?:refused|reset|timed out|closed)|Operation (?:timed out|too slow)|Network is unreachable|unable to access|hung up unexpectedly|early EOF|Could not read from remote repository/i,
    'remote_unreachable',
    'cannot be reached',
    'Check the connection, then try again: what did arrive there is found.',
  ],
];

/** Why git could not do something at a remote, as far as it is the same for reading and pushing. */
export function whyNotAtRemote(remote: string, doing: string, ran: HookedGit): RemoteGitRefused {
  const output = withoutPasswords(ran.output);
  if (ran.outcome === 'timed_out') {
    return refusedAtRemote(
      'timed_out',
      `git did not end in time when it was to ${doing} at "${remote}".`,
      'Check the connection, and the pre-push hook of the project if there is one; then try again.',
      output,
    );
  }
  const last = lastSaid(output);
  const cause = CAUSES.find(([pattern]) => pattern.test(output));
  if (cause === undefined) {
    return refusedAtRemote(
      'git_refused',
      `git refused to ${doing} at "${remote}": ${last}`,
      'Resolve what git reports, then try again.',
      output,
    );
  }
  const [, code, what, nextStep] = cause;
  return refusedAtRemote(code, `The remote "${remote}" ${what}: ${last}`, nextStep, output);
}

/** Git ends with advice and with what it was doing; the first complaint says why. */
function lastSaid(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const complaint = lines.find((line) => /^(?:fatal|error|remote):|denied|failed/i.test(line));
  return complaint ?? lines.at(-1) ?? 'it printed nothing';
}
