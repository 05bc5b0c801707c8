import type { ContractHandlers } from '../../../shared/contract.ts';
import { isOnTheForge } from '../../../shared/pulls.ts';
import { answer } from '../dispatcher/person-actions.ts';
import type { LoopContext } from '../loops/loop-context.ts';
import type { LoopController } from '../loops/loop-controller.ts';
import { openInEditor } from '../loops/open-editor.ts';
import { promptOfChanges } from '../loops/prompts.ts';
import { diffOf, discardRun, mergeRun, predictMergeOf, previewDiscardOf } from '../loops/review.ts';
import { ruleOf } from '../loops/run-rules.ts';
import { startRun } from '../loops/start-run.ts';
import { orderedId } from '../ordered-id.ts';
import type { Run, RunNotReady } from '../store/runs/run-store.ts';
import { agentIds } from '../workers/agents/resolve-agent.ts';
import { describeProfiles } from '../workers/profiles/describe-profiles.ts';
import type { HandlerDependencies } from './handlers.ts';
import { readRunDetails } from './run-details.ts';
import { problemsOfRun } from './run-validation.ts';

export interface Loops {
  readonly context: LoopContext;
  readonly controller: LoopController;
}

type RunHandlers = Omit<
  Pick<ContractHandlers, Extract<keyof ContractHandlers, `run.${string}`>>,
  'run.publish' | 'run.continue' | 'run.mergePull' | 'run.release' | 'run.refreshPull'
>;

/** What people do with loop runs. What changes one waits for the step that its controller is at. */
export function runHandlers(dependencies: HandlerDependencies, actor: string): RunHandlers {
  const { me, store, now, configuration, dispatcher, loops } = dependencies;
  const { context, controller } = loops;

  /** With a run of this daemon that has ended, while nothing else is done with it. */
  async function withEnded<Outcome>(
    runId: string,
    act: (run: Run) => Promise<Outcome>,
  ): Promise<Outcome | RunNotReady> {
    return controller.serially.run(runId, async () => {
      const run = await store.runs.find(runId);
      if (run === null) return { outcome: 'not_found' };
      if (run.ownerDaemon !== me.owner) {
        return { outcome: 'not_owner', ownerDaemon: run.ownerDaemon };
      }
      const { status, endReason } = run;
      if (status !== 'ended') return { outcome: 'run_not_ready', status, endReason };
      return act(run);
    });
  }

  return {
    async 'run.start'(input) {
      const problems = problemsOfRun(input, {
        agents: agentIds(configuration.configuration),
        profiles: describeProfiles(configuration.configuration).map((profile) => profile.id),
      });
      if (problems.length > 0) return { outcome: 'refused', problems };
      const project = await dependencies.projectOf(input.folder);
      const started = await startRun(context, input, project, actor);
      if (started.outcome === 'run_started') controller.wake(started.runId);
      return started;
    },

    'run.list': (query) => store.runs.list(query),

    async 'run.details'({ runId }) {
      const details = await readRunDetails(store, runId);
      return details === null ? { outcome: 'not_found' } : { outcome: 'found', details };
    },

    async 'run.diff'({ runId, ordinal }) {
      const run = await store.runs.find(runId);
      return run === null ? { outcome: 'not_found' } : diffOf(run, ordinal);
    },

    async 'run.stop'({ runId }) {
      const { taskId, ...outcome } = await store.runs.stopIfWorking(runId, me, actor, now());
      if (outcome.outcome !== 'run_stopping') return outcome;
      controller.endCommands(runId);
      try {
        if (taskId !== undefined) await context.queue.cancel(taskId, actor);
      } finally {
        controller.wake(runId);
      }
      return outcome;
    },

    async 'run.requestChanges'({ runId, words, comments }) {
      if (words.trim() === '' && comments.length === 0) {
        const expected = 'what should change, in words or as comments on lines';
        return { outcome: 'refused', problems: [{ field: 'words', found: 'nothing', expected }] };
      }
      const planned = await withEnded(runId, (run) => {
        const protocol = context.agent(run.agent)?.protocol ?? 'acp';
        return store.runs.requestChangesIfEnded(
          runId,
          {
            taskId: orderedId(),
            because: 'changes_requested',
            prompt: promptOfChanges(protocol, run.goal, words, comments),
            notBefore: now(),
          },
          me,
          actor,
          now(),
        );
      });
      controller.wake(runId);
      return planned;
    },

    async 'run.predictMerge'({ runId }) {
      const run = await store.runs.find(runId);
      if (run === null) return { outcome: 'not_found' };
      controller.wake(runId);
      return predictMergeOf(run);
    },

    async 'run.merge'(input) {
      const merged = await withEnded(input.runId, (run) => mergeRun(context, run, input, actor));
      controller.wake(input.runId);
      return merged;
    },

    async 'run.previewDiscard'({ runId }) {
      const run = await store.runs.find(runId);
      return run === null ? { outcome: 'not_found' } : previewDiscardOf(run);
    },

    async 'run.discard'(input) {
      // Nobody publishes what is about to go.
      const discarded = await dependencies.pulls.keeper.serially.run(input.runId, () =>
        withEnded(input.runId, async (run) => {
          // Its worktree goes before its row says so.
          const pull = await store.pulls.find(run.id);
          return pull !== null && isOnTheForge(pull)
            ? { outcome: 'pull_open' as const, url: pull.url ?? pull.repository }
            : discardRun(context, run, input, actor);
        }),
      );
      controller.wake(input.runId);
      return discarded;
    },

    async 'run.allow'({ approvalId }) {
      const found = await store.approvals.find(approvalId);
      if (found === null) return { outcome: 'not_found' };
      const { approval, runId } = found;
      if (runId === null) return { outcome: 'no_run' };
      const option =
        approval.options.find(({ kind }) => kind === 'allow_once') ??
        approval.options.find(({ kind }) => kind === 'allow_always');
      const ruleId = orderedId();
      const rule = ruleOf(approval, ruleId);
      if (rule === null) return { outcome: 'no_rule', toolKind: approval.toolKind };
      // The rule comes first: an agent may ask the same again as soon as it has its answer.
      const isAdded = await store.runs.addRule(runId, rule, me, actor, now());
      await controller.rules.refresh(runId);
      let isAnswered = false;
      try {
        const answered = await dispatcher.act((dispatch) =>
          answer(dispatch, approvalId, option?.optionId ?? '', actor),
        );
        isAnswered = answered.outcome === 'answered';
        return answered.outcome === 'answered' ? { outcome: 'allowed_for_run', ruleId } : answered;
      } finally {
        if (isAdded && !isAnswered) {
          await store.runs.removeRule(runId, ruleId, me, actor, now());
          await controller.rules.refresh(runId);
        }
      }
    },

    async 'run.removeRule'({ runId, ruleId }) {
      const removed = await store.runs.removeRule(runId, ruleId, me, actor, now());
      await controller.rules.refresh(runId);
      return removed;
    },

    async 'run.openInEditor'({ runId }) {
      const run = await store.runs.find(runId);
      if (run === null) return { outcome: 'not_found' };
      if (run.ownerDaemon !== me.owner) {
        return { outcome: 'not_owner', ownerDaemon: run.ownerDaemon };
      }
      return openInEditor(run.worktree, configuration.configuration.editor);
    },
  };
}
