import { answerWords } from '../../../../shared/answer-words.ts';
import type { ApprovalOption } from '../../../../shared/board.ts';
import { recordAudit } from '../audit.ts';
import type { Connection } from '../connection.ts';
import type { AnswerResult, DaemonIdentity } from '../store.ts';
import type { TaskRow } from '../tasks/task-row.ts';
import { type ApprovalRow, optionsOf } from './approval-row.ts';

/**
 * An attempt of a run whose daemon went away while it waited on a person: its open questions wait on for the run, which
 * goes on with another attempt. Part of the transaction that settles it.
 */
export function carryQuestionsOf(connection: Connection, row: TaskRow, now: number): void {
  if (row.run_id === null) return;
  const carried = connection.run(
    `UPDATE approvals SET carried_for_run = @runId
     WHERE task_id = @taskId AND status = 'open'
       AND EXISTS (SELECT 1 FROM runs WHERE runs.id = @runId AND runs.status = 'working')`,
    { runId: row.run_id, taskId: row.id },
  );
  if (carried === 0) return;
  const detail = 'Its worker is gone; the answer will be given when the run asks again.';
  recordAudit(connection, row, 'approval.carried', row.owner_daemon ?? '', detail, now);
}

/** The guarded write of an answer to a carried question; null where it changed nothing. */
export function answerIfCarried(
  connection: Connection,
  { id: approvalId, title }: ApprovalRow,
  option: ApprovalOption | undefined,
  task: TaskRow,
  me: DaemonIdentity,
  actor: string,
  now: number,
): AnswerResult | null {
  if (option === undefined) return null;
  const answered = connection.first<{ carried_for_run: string }>(
    `UPDATE approvals SET status = 'answered', option_id = @optionId, answered_by = @actor, closed_at = @now
     WHERE id = @approvalId AND status = 'open' AND expires_at > @now
       AND EXISTS (SELECT 1 FROM runs
                   WHERE runs.id = approvals.carried_for_run AND runs.owner_daemon = @owner AND runs.status = 'working')
     RETURNING carried_for_run`,
    { approvalId, optionId: option.optionId, actor, owner: me.owner, now },
  );
  if (answered === undefined) return null;
  connection.run(
    `UPDATE runs SET updated_at = @now, revision = (SELECT revision + 1 FROM board) WHERE id = @id`,
    { id: answered.carried_for_run, now },
  );
  const detail = `${answerWords(option)}: ${title} (given when it is asked again)`;
  recordAudit(connection, task, 'approval.answered', actor, detail, now);
  return { outcome: 'answered', optionName: answerWords(option) };
}

/** What is asked now, for a comparison with what was asked before. */
export interface AskedAgain {
  readonly toolKind: string;
  readonly title: string;
  readonly request: string;
  readonly options: ApprovalRow['options'];
}

/**
 * The answer that a person gave to the same question while its agent was away: taken once. A question that is asked
 * again without having been answered is replaced by the new one. Part of the transaction that asks.
 */
export function takeCarriedAnswer(
  connection: Connection,
  row: TaskRow,
  asked: AskedAgain,
  now: number,
): { readonly optionId: string; readonly by: string } | null {
  if (row.run_id === null) return null;
  const same = connection.all<ApprovalRow>(
    `SELECT * FROM approvals
     WHERE carried_for_run = @runId AND applied_at IS NULL AND status <> 'expired'
       AND tool_kind = @toolKind AND title = @title AND request = @request
     ORDER BY asked_at, id`,
    { runId: row.run_id, ...asked },
  );
  for (const carried of same) {
    if (carried.status === 'open') {
      connection.run(
        `UPDATE approvals SET status = 'expired', closed_at = @now WHERE id = @id AND status = 'open'`,
        { id: carried.id, now },
      );
      continue;
    }
    const optionId = sameOption(carried, asked);
    const taken =
      optionId !== null &&
      connection.run(
        `UPDATE approvals SET applied_at = @now WHERE id = @id AND status = 'answered' AND applied_at IS NULL`,
        { id: carried.id, now },
      ) > 0;
    if (taken) return { optionId, by: carried.answered_by ?? '' };
  }
  return null;
}

/** Agents may number their options anew in another session; what an option means stays. */
function sameOption(carried: ApprovalRow, asked: Pick<ApprovalRow, 'options'>): string | null {
  const chosen = optionsOf(carried).find(({ optionId }) => optionId === carried.option_id);
  if (chosen === undefined) return null;
  const offered = optionsOf(asked).filter(({ kind }) => kind === chosen.kind);
  const same =
    offered.find(({ optionId }) => optionId === chosen.optionId) ??
    offered.find(({ name }) => name === chosen.name) ??
    offered[0];
  return same?.optionId ?? null;
}
