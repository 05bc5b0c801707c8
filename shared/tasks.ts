import { z } from 'zod';

/** What a task does: prompt a live session, run a disposable worker, or run on behalf of a loop run. */
export const taskKindSchema = z.enum(['send', 'spawn', 'attempt']);
export type TaskKind = z.infer<typeof taskKindSchema>;

/** `ship` changes things, `scout` reads and reports. */
export const taskShapeSchema = z.enum(['ship', 'scout']);
export type TaskShape = z.infer<typeof taskShapeSchema>;

/** The states of docs/state-machine.md. */
export const taskStatusSchema = z.enum([
  'queued',
  'claimed',
  'running',
  'held',
  'done',
  'failed',
  'blocked',
  'cancelled',
]);
export type TaskStatus = z.infer<typeof taskStatusSchema>;

export const TERMINAL_STATUSES = ['done', 'failed', 'blocked', 'cancelled'] as const;
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];

export function isTerminal(status: TaskStatus): status is TerminalStatus {
  return (TERMINAL_STATUSES as readonly TaskStatus[]).includes(status);
}

/** What a session is doing. `disconnected`: its worker went away without saying why. `ended` sessions are history. */
export const sessionStateSchema = z.enum([
  'starting',
  'working',
  'awaiting',
  'idle',
  'disconnected',
  'ended',
]);
export type SessionState = z.infer<typeof sessionStateSchema>;

/** An ACP tool kind (the protocol's own list; anything newer is judged as `other`). */
export const toolKindSchema = z.enum([
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
]);
export type ToolKind = z.infer<typeof toolKindSchema>;
