/**
 * What the daemon's process measures of itself: the share of one processor that it takes, in percent, or by how many
 * milliseconds its latest timer was late.
 */
export type DaemonOrder =
  | { readonly idleForMs: number }
  | { readonly timersForMs: number }
  | 'stop';
