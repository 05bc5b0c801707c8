import { git } from '../git-repository.ts';
import { commitAll, write } from '../run-repository.ts';
import { type RefusedMerge, tip } from './refused-merge.ts';

/** What the run made cannot be merged as it is. */
export const BECAUSE_OF_THE_RUN: readonly RefusedMerge[] = [
  {
    code: 'moved_head',
    what: 'a commit of the agent',
    arrange: (run) => commitAll(run.worktree, 'Meanwhile'),
    names: (run) => tip(run, run.branch).slice(0, 10),
    nextStep: 'Look at the diff again',
    shown: (run) => ({ head: tip(run, `${run.branch}~1`) }),
  },
  {
    code: 'run_branch_missing',
    what: 'a branch that was deleted',
    arrange: (run) => git(run.repository, 'update-ref', '-d', `refs/heads/${run.branch}`),
    names: (run) => run.branch,
    nextStep: `git branch ${'fleetboard/run/1'}`,
    shown: (run) => ({ head: tip(run, 'main') }),
  },
  {
    code: 'conflict',
    what: 'the same line',
    arrange: (run) => {
      write(run.repository, { 'till.txt': 'one\ntwo\nthree\nfive\n' });
      commitAll(run.repository, 'Five');
    },
    names: () => 'till.txt',
    nextStep: 'Ask for changes',
  },
  {
    code: 'conflict',
    what: 'a step in between, although the end agrees',
    arrange: (run) => {
      write(run.worktree, { 'till.txt': 'one\ntwo\nthree\n' });
      commitAll(run.worktree, 'Three again');
      write(run.repository, { 'till.txt': 'one\ntwo\nthree\nfive\n' });
      commitAll(run.repository, 'Five');
    },
    names: () => 'till.txt',
    nextStep: 'Ask for changes',
    methods: ['rebase'],
    isPredicted: false,
  },
  {
    code: 'nothing_to_merge',
    what: 'a run without commits',
    arrange: (run) => git(run.worktree, 'reset', '--quiet', '--hard', 'main'),
    names: (run) => run.branch,
    nextStep: 'discard the run',
  },
  {
    code: 'nothing_to_merge',
    what: 'commits that change nothing',
    arrange: (run) => {
      git(run.worktree, 'reset', '--quiet', '--hard', 'main');
      commitAll(run.worktree, 'Empty');
    },
    names: (run) => run.branch,
    nextStep: 'discard the run',
    methods: ['squash'],
    isPredicted: false,
  },
];
