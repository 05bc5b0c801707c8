import type { EarlierAnswer } from '../../../../shared/contract.ts';
import type { Connection } from '../connection.ts';
import { type ApprovalRow, optionsOf } from './approval-row.ts';

/**
 * What a person answered the last time that the same was asked in the run of a task, or by the task itself where it
 * belongs to none. The same: the same kind of tool with the same subject, and of commands the same to the last word,
 * because a subject is shortened. Null when it was never answered.
 */
export function findEarlierAnswer(
  connection: Connection,
  asked: ApprovalRow,
): EarlierAnswer | null {
  const earlier = connection.first<ApprovalRow>(
    `SELECT earlier.* FROM approvals AS earlier
     WHERE earlier.task_id IN (
         SELECT @taskId
         UNION ALL
         SELECT other.id FROM dispatch_tasks AS task JOIN dispatch_tasks AS other ON other.run_id = task.run_id
         WHERE task.id = @taskId)
       AND earlier.account_id = @accountId AND earlier.status = 'answered' AND earlier.id <> @id
       AND earlier.tool_kind = @toolKind AND earlier.subject = @subject
       AND (@subject <> '' OR earlier.title = @title)
       AND json_extract(earlier.request, '$.command') IS json_extract(@request, '$.command')
     ORDER BY earlier.closed_at DESC, earlier.id DESC LIMIT 1`,
    {
      id: asked.id,
      taskId: asked.task_id,
      accountId: asked.account_id,
      toolKind: asked.tool_kind,
      subject: asked.subject,
      title: asked.title,
      request: asked.request,
    },
  );
  const option =
    earlier && optionsOf(earlier).find(({ optionId }) => optionId === earlier.option_id);
  if (option === undefined || earlier?.closed_at == null) return null;
  return { kind: option.kind, by: earlier.answered_by ?? '', at: earlier.closed_at };
}
