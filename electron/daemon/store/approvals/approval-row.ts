import { z } from 'zod';
import { answerWords } from '../../../../shared/answer-words.ts';
import { approvalOptionSchema, type OpenQuestion } from '../../../../shared/board.ts';
import type { Approval, EarlierAnswer } from '../../../../shared/contract.ts';
import { toolKindSchema } from '../../../../shared/tasks.ts';
import { diffSchema } from '../../../../shared/transcripts.ts';

/** A row of `approvals` as SQLite returns it. */
export interface ApprovalRow {
  id: string;
  account_id: string;
  project_id: string;
  task_id: string;
  session_id: string;
  request_id: string;
  generation: number;
  title: string;
  tool_kind: string;
  subject: string;
  reason: string;
  request: string;
  options: string;
  status: 'open' | 'answered' | 'expired';
  option_id: string | null;
  answered_by: string | null;
  asked_at: number;
  expires_at: number;
  closed_at: number | null;
  carried_for_run: string | null;
  applied_at: number | null;
}

const requestSchema = z.object({
  command: z.string().nullable(),
  locations: z.array(z.string()),
  diffs: z.array(diffSchema),
});

export function optionsOf(row: Pick<ApprovalRow, 'options'>) {
  return z.array(approvalOptionSchema).parse(JSON.parse(row.options));
}

export function optionName(row: Pick<ApprovalRow, 'options' | 'option_id'>): string {
  const given = optionsOf(row).find((option) => option.optionId === row.option_id);
  return given === undefined ? (row.option_id ?? '') : answerWords(given);
}

export function approvalFromRow(row: ApprovalRow, earlier: EarlierAnswer | null): Approval {
  return {
    id: row.id,
    title: row.title,
    toolKind: toolKindSchema.catch('other').parse(row.tool_kind),
    subject: row.subject,
    reason: row.reason,
    ...requestSchema.parse(JSON.parse(row.request)),
    options: optionsOf(row),
    generation: row.generation,
    status: row.status,
    answer: row.option_id === null ? null : optionName(row),
    answeredBy: row.answered_by,
    askedAt: row.asked_at,
    answeredAt: row.status === 'answered' ? row.closed_at : null,
    earlier,
  };
}

/** As much of an open question as a card shows. */
export function openQuestionFromRow(row: ApprovalRow): OpenQuestion {
  return {
    approvalId: row.id,
    title: row.title,
    toolKind: toolKindSchema.catch('other').parse(row.tool_kind),
    subject: row.subject,
    reason: row.reason,
    options: optionsOf(row),
    askedAt: row.asked_at,
  };
}
