import type { SessionState } from '../../../shared/tasks.ts';
import type { Connection } from './connection.ts';
import { ItemStatement } from './item-statement.ts';

const SHOW = new ItemStatement(
  ['id', 'state'],
  ({ item, from, nth }) => `
    UPDATE sessions AS session
    SET state = ${item.state}, revision = (SELECT revision + 1 FROM board)${nth}
    ${from}
    WHERE session.id = ${item.id} AND account_id = (SELECT @accountId)
      AND state <> 'ended' AND state <> ${item.state}
    RETURNING id`,
);

/** To be returned by a statement that gives tasks their workers: the state, where `showSessionStates` would write it. */
export const sessionBecomes = (state: string) =>
  `(SELECT ${state} FROM sessions
    WHERE sessions.id = worker_session_id AND sessions.account_id = dispatch_tasks.account_id
      AND state NOT IN ('ended', ${state})) AS session_becomes`;

interface ShownState {
  readonly id: string;
  readonly state: Exclude<SessionState, 'ended'>;
}

/** Writes what live sessions do now; the cards of their tasks are left as they are. Returns how many do something else. */
export function showSessionStates(
  connection: Connection,
  accountId: string,
  states: readonly ShownState[],
): number {
  return SHOW.all(connection, states, { accountId }).length;
}
