import { answerWords } from '../../../../shared/answer-words.ts';
import type { Approval } from '../../../../shared/contract.ts';
import { orderedId } from '../../ordered-id.ts';
import { recordAudit } from '../audit.ts';
import type { Connection } from '../connection.ts';
import type { AnswerResult, ApprovalStore, AskedQuestion } from '../store.ts';
import { holdIfRunning, resumeIfHeld } from '../tasks/holding.ts';
import { notHeld } from '../tasks/not-held.ts';
import { type TaskRow, taskFromRow } from '../tasks/task-row.ts';
import { type ApprovalRow, approvalFromRow, optionName, optionsOf } from './approval-row.ts';
import { answerIfCarried, takeCarriedAnswer } from './carried-questions.ts';
import { findEarlierAnswer } from './earlier-answer.ts';

/** Open questions of running sends and spawns that nobody answered in time. `(SELECT @x)`: with `@x` it is planned anew at every call. */
export const FROM_LAPSED = `FROM approvals JOIN dispatch_tasks AS task ON task.id = task_id
  WHERE approvals.account_id = (SELECT @accountId) AND approvals.status = 'open'
    AND approvals.expires_at <= (SELECT @now)
    AND task.owner_daemon = (SELECT @owner) AND task.claim_owner = (SELECT @bootId) AND task.kind <> 'attempt'
    AND task.status IN ('claimed', 'running') AND task.generation = approvals.generation`;

/** Questions that agents asked and people answer. A question belongs to one generation of its task. */
export function approvalStore(connection: Connection, accountId: string): ApprovalStore {
  return {
    async ask(claim, sessionId, question, me, holdMaxMs, now) {
      return connection.write(() => {
        // Held already (by hand, or by an earlier question of the same turn): one more question for the same hold.
        const row = connection.first<TaskRow>(
          `UPDATE dispatch_tasks SET updated_at = @now, revision = (SELECT revision + 1 FROM board)
           WHERE id = @id AND account_id = @accountId AND generation = @generation AND owner_daemon = @owner
             AND status IN ('claimed', 'running', 'held')
           RETURNING *`,
          { id: claim.id, generation: claim.generation, accountId, owner: me.owner, now },
        );
        if (row === undefined) return notHeld(connection, accountId, claim.id);
        const approvalId = orderedId();
        const request = JSON.stringify({
          command: question.command,
          locations: question.locations,
          diffs: question.diffs,
        });
        const options = JSON.stringify(question.options);
        const given = takeCarriedAnswer(connection, row, { ...question, request, options }, now);
        connection.run(
          `INSERT INTO approvals (id, account_id, project_id, task_id, session_id, request_id, generation, title,
                                  tool_kind, subject, reason, request, options, status, asked_at, expires_at)
           VALUES (@approvalId, @accountId, @projectId, @taskId, @sessionId, @requestId, @generation, @title,
                   @toolKind, @subject, @reason, @request, @options, 'open', @now, @expiresAt)`,
          {
            approvalId,
            accountId,
            projectId: row.project_id,
            taskId: row.id,
            sessionId,
            requestId: question.requestId,
            generation: row.generation,
            title: question.title,
            toolKind: question.toolKind,
            subject: question.subject,
            reason: question.reason,
            request,
            options,
            now,
            expiresAt: now + holdMaxMs,
          },
        );
        recordAudit(connection, row, 'approval.asked', 'agent', question.title, now);
        if (given !== null) {
          connection.run(
            `UPDATE approvals SET status = 'answered', option_id = @optionId, answered_by = @by, closed_at = @now
             WHERE id = @approvalId`,
            { approvalId, ...given, now },
          );
          const detail = `The answer that was given while its worker was away: ${question.title}`;
          recordAudit(connection, row, 'approval.answered', given.by, detail, now);
          return { outcome: 'answered_before', approvalId, ...given };
        }
        const held = holdIfRunning(
          connection,
          accountId,
          row.id,
          me,
          now + holdMaxMs,
          now,
          row.generation,
        );
        if (held !== undefined) {
          recordAudit(connection, held, 'dispatch.held', me.owner, 'Waits for an answer.', now);
        }
        return { outcome: row.kind === 'attempt' ? 'held' : 'waiting', approvalId };
      });
    },

    async answer(approvalId, optionId, me, actor, backoff, now) {
      return connection.write((): AnswerResult => {
        const approval = connection.first<ApprovalRow>(
          'SELECT * FROM approvals WHERE id = @approvalId AND account_id = @accountId',
          { approvalId, accountId },
        );
        if (approval === undefined) return { outcome: 'not_found' };
        const option = optionsOf(approval).find((offered) => offered.optionId === optionId);
        const answered =
          option !== undefined &&
          connection.run(
            `UPDATE approvals SET status = 'answered', option_id = @optionId, answered_by = @actor, closed_at = @now
             WHERE id = @approvalId AND status = 'open' AND expires_at > @now
               AND EXISTS (SELECT 1 FROM dispatch_tasks AS task
                           WHERE task.id = approvals.task_id AND task.generation = approvals.generation
                             AND task.owner_daemon = @owner AND task.claim_owner = @bootId
                             AND (task.status IN ('claimed', 'running')
                                  OR (task.status = 'held' AND task.held_until > @now)))`,
            { approvalId, optionId, actor, owner: me.owner, bootId: me.bootId, now },
          ) > 0;
        const task = connection.first<TaskRow>('SELECT * FROM dispatch_tasks WHERE id = @id', {
          id: approval.task_id,
        });
        if (task === undefined) return { outcome: 'not_found' };
        const carried = answered
          ? null
          : answerIfCarried(connection, approval, option, task, me, actor, now);
        if (carried !== null) return carried;
        if (!answered)
          return whyNotAnswered(connection, approval, task, option === undefined, me.owner, now);

        recordAudit(
          connection,
          task,
          'approval.answered',
          actor,
          `${answerWords(option)}: ${approval.title}`,
          now,
        );
        const stillAsked = connection.first(
          `SELECT 1 FROM approvals WHERE task_id = @id AND status = 'open'`,
          { id: task.id },
        );
        const answer = {
          outcome: 'answered' as const,
          optionName: answerWords(option),
          question: questionOf(approval),
        };
        if (task.status === 'held' && stillAsked === undefined) {
          const resumed = resumeIfHeld(connection, accountId, task.id, me, actor, backoff, now);
          return {
            ...answer,
            ...(resumed.task && { task: resumed.task }),
            ...(resumed.ended && { ended: resumed.ended }),
          };
        }
        connection.run(
          'UPDATE dispatch_tasks SET updated_at = @now, revision = (SELECT revision + 1 FROM board) WHERE id = @id',
          { id: task.id, now },
        );
        return { ...answer, task: taskFromRow(task) };
      });
    },

    async expireIfOpen(taskId, sessionId, requestId, now) {
      return connection.write(() => {
        const expired = connection.run(
          `UPDATE approvals SET status = 'expired', closed_at = @now
           WHERE account_id = @accountId AND task_id = @taskId AND session_id = @sessionId
             AND request_id = @requestId AND status = 'open'`,
          { accountId, taskId, sessionId, requestId, now },
        );
        const row =
          expired > 0 &&
          connection.first<TaskRow>(
            `UPDATE dispatch_tasks SET updated_at = @now, revision = (SELECT revision + 1 FROM board)
             WHERE id = @taskId RETURNING *`,
            { taskId, now },
          );
        if (row) {
          recordAudit(
            connection,
            row,
            'approval.expired',
            'agent',
            'The agent took its question back.',
            now,
          );
        }
        return expired > 0;
      });
    },

    async lapsed(me, now) {
      return connection.read(() =>
        connection
          .all<ApprovalRow>(`SELECT approvals.* ${FROM_LAPSED}`, { accountId, ...me, now })
          .map(questionOf),
      );
    },

    async find(approvalId) {
      return connection.read(() => {
        const row = connection.first<ApprovalRow & { run_id: string | null }>(
          `SELECT approvals.*, task.run_id FROM approvals JOIN dispatch_tasks AS task ON task.id = approvals.task_id
           WHERE approvals.id = @approvalId AND approvals.account_id = @accountId`,
          { approvalId, accountId },
        );
        return row === undefined ? null : { approval: inFull(connection, row), runId: row.run_id };
      });
    },

    async ofTask(taskId) {
      return connection.read(() =>
        connection
          .all<ApprovalRow>(
            'SELECT * FROM approvals WHERE task_id = @taskId AND account_id = @accountId ORDER BY asked_at, id',
            { taskId, accountId },
          )
          .map((row) => inFull(connection, row)),
      );
    },
  };
}

function inFull(connection: Connection, row: ApprovalRow): Approval {
  return approvalFromRow(row, row.status === 'open' ? findEarlierAnswer(connection, row) : null);
}

function whyNotAnswered(
  connection: Connection,
  approval: ApprovalRow,
  task: TaskRow,
  unknownOption: boolean,
  owner: string,
  now: number,
): AnswerResult {
  if (task.owner_daemon !== owner) {
    return { outcome: 'not_owner', ownerDaemon: task.owner_daemon ?? 'not known' };
  }
  if (approval.status === 'answered') {
    return {
      outcome: 'already_answered',
      by: approval.answered_by ?? '',
      optionName: optionName(approval),
    };
  }
  if (approval.generation !== task.generation && approval.carried_for_run === null) {
    recordAudit(
      connection,
      task,
      'approval.stale_answer',
      owner,
      `An answer to a question of generation ${approval.generation} was refused; the task is at generation ${task.generation}.`,
      now,
    );
    return { outcome: 'stale_generation' };
  }
  if (approval.status === 'expired') return { outcome: 'expired' };
  if (unknownOption) {
    return { outcome: 'unknown_option', offered: optionsOf(approval).map(answerWords) };
  }
  return { outcome: 'lapsed' };
}

function questionOf(row: ApprovalRow): AskedQuestion {
  return {
    approvalId: row.id,
    taskId: row.task_id,
    sessionId: row.session_id,
    requestId: row.request_id,
    generation: row.generation,
  };
}
