import { assertNever } from '../../../shared/assert-never.ts';
import type { ApprovalOption } from '../../../shared/board.ts';
import { ownsOpenPull } from '../../../shared/own-pull.ts';
import { isHeldByHand } from '../../../shared/run-words.ts';
import type { RunAttempt, RunCard, RunRule } from '../../../shared/runs.ts';
import { call } from '../api/daemon.ts';
import { ask } from './act-there.ts';
import { markAnsweredHere } from './answered-here.ts';
import { openReview, openRunDialog } from './navigation.ts';
import { cancelUnlessUndone } from './pending-cancels.ts';

export type RunAction = 'Hold' | 'Unhold' | 'Stop' | 'Review' | 'Discard…';

/** What a person can do with a run as it stands. The daemon decides; this only spares buttons that cannot work. */
export function actionsOnRun(run: RunCard): readonly RunAction[] {
  switch (run.status) {
    case 'working':
      if (isHeldByHand(run)) return ['Unhold', 'Stop'];
      return canBeHeld(run) ? ['Hold', 'Stop'] : ['Stop'];
    case 'ended':
      return run.hasWork || ownsOpenPull(run.pull) ? ['Review'] : ['Review', 'Discard…'];
    case 'merging':
    case 'merged':
    case 'discarded':
      return [];
    default:
      return assertNever(run.status);
  }
}

/** The attempt that the run is at, or was at last. */
export function currentAttempt(run: RunCard): RunAttempt | null {
  return run.attempts.at(-1) ?? null;
}

export async function actOnRun(action: RunAction, run: RunCard): Promise<void> {
  switch (action) {
    case 'Hold':
      return holdAttempt(run);
    case 'Unhold':
      return unholdAttempt(run);
    case 'Stop':
      cancelUnlessUndone({
        id: run.id,
        subject: run.title,
        verb: 'Stops',
        send: () => ask(of(run), (at) => call('run.stop', { runId: run.id }, at)),
      });
      return;
    case 'Review':
      return openReview(run.id);
    case 'Discard…':
      return openRunDialog('discard', run.id);
    default:
      return assertNever(action);
  }
}

/** Whether one of the answers is a yes. */
export function canBeAllowed(options: readonly ApprovalOption[]): boolean {
  return options.some(({ kind }) => kind === 'allow_once' || kind === 'allow_always');
}

/** Answers with yes, and allows what was asked for in the rest of the run. */
export function allowForRun(approvalId: string, subject: string): Promise<void> {
  markAnsweredHere(approvalId);
  return ask({ subject, noun: 'run' }, (at) => call('run.allow', { approvalId }, at));
}

export function removeRule(run: RunCard, rule: RunRule, removed: () => void): Promise<void> {
  return ask(
    of(run),
    (at) => call('run.removeRule', { runId: run.id, ruleId: rule.id }, at),
    ({ outcome }) => {
      if (outcome === 'rule_removed') removed();
    },
  );
}

export function openInEditor(run: RunCard): Promise<void> {
  return ask(of(run), (at) => call('run.openInEditor', { runId: run.id }, at));
}

function holdAttempt(run: RunCard): Promise<void> {
  const { taskId } = attemptOf(run);
  return ask(of(run), (at) => call('task.hold', { taskId }, at));
}

function unholdAttempt(run: RunCard): Promise<void> {
  const { taskId } = attemptOf(run);
  return ask(of(run), (at) => call('task.unhold', { taskId }, at));
}

function attemptOf(run: RunCard): RunAttempt {
  const current = currentAttempt(run);
  if (current === null) throw new Error(`the run ${run.id} has no attempt yet`);
  return current;
}

function canBeHeld(run: RunCard): boolean {
  const current = currentAttempt(run);
  return current?.phase === 'enqueued' && current.state === 'working' && run.question === null;
}

function of(run: RunCard) {
  return { subject: run.title, noun: 'run' };
}
