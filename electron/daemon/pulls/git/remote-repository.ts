import type { Problem } from '../../../../shared/problems.ts';
import { openRepository } from '../../loops/git/open-repository.ts';
import { git } from '../../workers/worktrees/git.ts';
import type { ForgeRepository } from '../forge/forge.ts';
import { repositoryAt } from './remote-address.ts';
import { sshHostOf } from './ssh-host.ts';
import { withoutPasswords } from './without-passwords.ts';

export interface RemoteQuestion {
  /** Any folder of a checkout. */
  readonly repository: string;
  /** Without one: the only one there is, else `origin`. */
  readonly remote?: string;
}

export type RemoteRefusalCode =
  | 'not_a_repository'
  | 'no_remote'
  | 'remote_missing'
  | 'several_remotes'
  | 'not_a_forge'
  | 'pushes_elsewhere';

export type RemoteRepository =
  | { readonly outcome: 'named'; readonly remote: string; readonly repository: ForgeRepository }
  | { readonly outcome: 'refused'; readonly problem: Problem & { code: RemoteRefusalCode } };

/**
 * Which repository of which forge a checkout publishes to. What the remote says counts, not what `url.<base>.insteadOf`
 * makes of it: that is how git gets there (a mirror, another protocol); only a shorthand is looked up.
 */
export async function remoteRepository(question: RemoteQuestion): Promise<RemoteRepository> {
  const opened = await openRepository(question.repository);
  if (opened.outcome === 'refused') {
    const { message, nextStep } = opened.refusal;
    return refused('not_a_repository', message, nextStep);
  }
  const { top } = opened;
  const listed = await git(top, 'remote');
  const remotes = listed.output.split('\n').filter((name) => name !== '');
  const chosen = choose(remotes, question.remote, top);
  if (typeof chosen !== 'string') return chosen;

  const fetches = await addressesOf(top, chosen, 'url');
  const repository = fetches[0] === undefined ? null : await namedBy(top, chosen, fetches[0]);
  if (repository === null) {
    const address = withoutPasswords(fetches[0] ?? '');
    return refused(
      'not_a_forge',
      `The remote "${chosen}" is at "${address}", which names no repository as owner/name of a forge.`,
      `Point it at one: git remote set-url ${chosen} https://github.com/OWNER/NAME.git`,
    );
  }
  const pushes = await addressesOf(top, chosen, 'pushurl');
  // Without a push address of their own, all addresses are pushed to.
  const others = pushes.length > 0 ? pushes : fetches.slice(1);
  const elsewhere = others.find((address) => !isSame(repositoryAt(address), repository));
  if (elsewhere !== undefined || others.length > 1) {
    return refused(
      'pushes_elsewhere',
      `The remote "${chosen}" also pushes to "${withoutPasswords(elsewhere ?? others[0] ?? '')}", so a push would not reach exactly the repository of the pull request.`,
      'Use a remote with one address for fetching and pushing.',
    );
  }
  return { outcome: 'named', remote: chosen, repository };
}

function choose(
  remotes: readonly string[],
  asked: string | undefined,
  top: string,
): string | Extract<RemoteRepository, { outcome: 'refused' }> {
  const names = remotes.join(', ');
  if (asked !== undefined) {
    if (remotes.includes(asked)) return asked;
    return refused(
      'remote_missing',
      `${top} has no remote "${asked}"${names === '' ? '' : `, only: ${names}`}.`,
      'Name one that git remote lists.',
    );
  }
  const [first, ...more] = remotes;
  if (first === undefined) {
    return refused(
      'no_remote',
      `${top} has no remote, so there is nowhere to publish to.`,
      'Add one: git remote add origin https://github.com/OWNER/NAME.git',
    );
  }
  if (more.length === 0) return first;
  if (remotes.includes('origin')) return 'origin';
  return refused(
    'several_remotes',
    `${top} has several remotes (${names}) and none is called origin.`,
    'Rename the one to publish to: git remote rename NAME origin',
  );
}

/** A host without a dot is a shorthand of git's or an alias of ssh's, or it is on this machine. */
async function namedBy(
  top: string,
  remote: string,
  address: string,
): Promise<ForgeRepository | null> {
  const named = repositoryAt(address);
  if (named?.host.includes('.')) return named;
  const resolved = await git(top, 'remote', 'get-url', remote);
  const found = (resolved.ok ? repositoryAt(resolved.output) : null) ?? named;
  if (found === null || found.host.includes('.') || address.startsWith('http')) return found;
  return { ...found, host: await sshHostOf(found.host) };
}

async function addressesOf(top: string, remote: string, kind: 'url' | 'pushurl') {
  const found = await git(top, 'config', '--get-all', `remote.${remote}.${kind}`);
  return found.ok ? found.output.split('\n').filter((line) => line !== '') : [];
}

function isSame(left: ForgeRepository | null, right: ForgeRepository): boolean {
  return (
    left !== null &&
    left.host === right.host &&
    left.owner.toLowerCase() === right.owner.toLowerCase() &&
    left.name.toLowerCase() === right.name.toLowerCase()
  );
}

function refused(
  code: RemoteRefusalCode,
  message: string,
  nextStep: string,
): Extract<RemoteRepository, { outcome: 'refused' }> {
  return { outcome: 'refused', problem: { code, message, nextStep } };
}
