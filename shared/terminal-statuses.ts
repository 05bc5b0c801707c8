import type { TaskStatus } from './tasks.ts';

export const TERMINAL_STATUSES = ['done', 'failed', 'blocked', 'cancelled'] as const;
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];

export function isTerminal(status: TaskStatus): status is TerminalStatus {
  return (TERMINAL_STATUSES as readonly TaskStatus[]).includes(status);
}
