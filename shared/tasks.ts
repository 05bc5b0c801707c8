import { z } from 'zod';
import { TOOL_KINDS } from './tool-kinds.ts';

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

export const toolKindSchema = z.enum(TOOL_KINDS);
export type ToolKind = z.infer<typeof toolKindSchema>;
