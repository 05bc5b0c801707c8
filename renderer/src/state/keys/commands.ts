/** Everything that can have a key, in the order in which it is listed; `key` is the default, null for none. */
export const COMMANDS = [
  { id: 'next', group: 'Triage', name: 'Next that needs you', key: 'n' },
  { id: 'approve', group: 'Triage', name: 'Approve once', key: 'a' },
  { id: 'reject', group: 'Triage', name: 'Reject', key: 'r' },
  { id: 'allow-for-run', group: 'Triage', name: 'Allow for this run', key: 'Shift+a' },
  { id: 'hold', group: 'Triage', name: 'Hold', key: 'h' },
  { id: 'unhold', group: 'Triage', name: 'Unhold', key: 'u' },
  { id: 'cancel', group: 'Triage', name: 'Cancel, or stop a run', key: 'x' },
  { id: 'undo', group: 'Triage', name: 'Undo the last cancel', key: 'z' },
  { id: 'run-again', group: 'Triage', name: 'Run again', key: 'g' },
  { id: 'dismiss', group: 'Triage', name: 'Dismiss, or mark reviewed', key: 'd' },
  { id: 'review', group: 'Triage', name: 'Review a run', key: 'v' },
  { id: 'merge', group: 'Runs', name: 'Merge a run', key: 'm' },
  { id: 'discard', group: 'Runs', name: 'Discard a run', key: null },
  { id: 'editor', group: 'Runs', name: 'Open in editor', key: 'e' },
  { id: 'publish', group: 'Runs', name: 'Publish a run', key: 'Shift+p' },
  { id: 'refresh', group: 'Runs', name: 'Refresh a pull request', key: 'f' },
  { id: 'continue', group: 'Runs', name: 'Continue a pull request', key: 'o' },
  { id: 'release', group: 'Runs', name: 'Release a pull request', key: null },
  { id: 'down', group: 'Board', name: 'Next card', key: 'j' },
  { id: 'up', group: 'Board', name: 'Previous card', key: 'k' },
  { id: 'open', group: 'Board', name: 'Open details', key: 'Enter' },
  { id: 'close', group: 'Board', name: 'Close', key: 'Escape' },
  { id: 'filter', group: 'Board', name: 'Filter', key: '/' },
  { id: 'find', group: 'Board', name: 'Search the transcript', key: 'Mod+f' },
  { id: 'new-task', group: 'Window', name: 'New task', key: 'c' },
  { id: 'new-run', group: 'Window', name: 'New run', key: 'Shift+c' },
  { id: 'palette', group: 'Window', name: 'All commands', key: 'Mod+k' },
  { id: 'help', group: 'Window', name: 'All keys', key: '?' },
  { id: 'board', group: 'Window', name: 'Go to the board', key: '1' },
  { id: 'sessions', group: 'Window', name: 'Go to sessions', key: '2' },
  { id: 'daemons', group: 'Window', name: 'Go to daemons', key: '3' },
  { id: 'settings', group: 'Window', name: 'Go to settings', key: '4' },
  { id: 'numbers', group: 'Window', name: 'Go to numbers', key: '5' },
] as const;

export type Command = (typeof COMMANDS)[number];
export type CommandId = Command['id'];

export const COMMAND_GROUPS = ['Triage', 'Runs', 'Board', 'Window'] as const;

/** Enter and Escape mean the same everywhere in the system; they stay what they are. */
export function isFixed(id: CommandId): boolean {
  return id === 'open' || id === 'close';
}
