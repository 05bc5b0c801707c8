import { checkoutsOf } from '../../loops/git/checkouts.ts';
import {
  gitWithHooks,
  type HookedGit,
  type HookedGitOptions,
} from '../../loops/git/git-with-hooks.ts';
import { hooksFolderOf } from '../../loops/git/hooks-folder.ts';
import type { OpenRepository } from '../../loops/git/open-repository.ts';

/**
 * The person's credential helpers answer, and nothing asks: no terminal (a group of its own has none), no window. An
 * empty `GIT_ASKPASS` turns off the others too.
 */
const WITHOUT_QUESTIONS: NodeJS.ProcessEnv = {
  GIT_ASKPASS: '',
  SSH_ASKPASS_REQUIRE: 'never',
  GCM_INTERACTIVE: 'never',
};

/** A connection over which nothing comes is given up. */
const PATIENCE: readonly string[] = [
  ...['-c', 'http.lowSpeedLimit=1'],
  ...['-c', 'http.lowSpeedTime=60'],
];

/** Runs git where it talks to a remote: with the hooks of the project, without a question to anybody. */
export async function gitAtRemote(
  repository: OpenRepository,
  args: readonly string[],
  { longestMs }: Pick<HookedGitOptions, 'longestMs'> = {},
): Promise<HookedGit> {
  // What installs hooks did so where the person works, not in the fresh worktree of a run.
  const [main] = await checkoutsOf(repository);
  return gitWithHooks(
    repository.top,
    await hooksFolderOf({ ...repository, top: main?.folder ?? repository.top }),
    [...PATIENCE, ...args],
    longestMs === undefined
      ? { environment: WITHOUT_QUESTIONS }
      : { environment: WITHOUT_QUESTIONS, longestMs },
  );
}
