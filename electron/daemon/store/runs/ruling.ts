import { toolKindSchema } from '../../../../shared/tasks.ts';
import type { Connection } from '../connection.ts';
import { advanceRunIf } from './attempting.ts';
import { recordRunAudit } from './run-audit.ts';
import { findRunRow } from './run-row.ts';
import type { RunStore } from './run-store.ts';

interface RuleRow {
  id: string;
  tool_kind: string;
  subject: string | null;
  added_by: string;
  added_at: number;
}

/** What a person allowed for one run, on top of its profile. */
export function ruling(
  connection: Connection,
  accountId: string,
): Pick<RunStore, 'rules' | 'addRule' | 'removeRule'> {
  return {
    async rules(id) {
      return connection.read(() =>
        connection
          .all<RuleRow>('SELECT * FROM run_rules WHERE run_id = @id ORDER BY added_at, id', { id })
          .map((row) => ({
            id: row.id,
            toolKind: toolKindSchema.catch('other').parse(row.tool_kind),
            subject: row.subject,
            addedBy: row.added_by,
            addedAt: row.added_at,
          })),
      );
    },

    async addRule(id, rule, me, actor, now) {
      return connection.write(() => {
        const row = advanceRunIf(connection, accountId, id, me, `status = 'working'`, now);
        if (row === undefined) return false;
        connection.run(
          `INSERT INTO run_rules (id, run_id, tool_kind, subject, added_by, added_at)
           VALUES (@ruleId, @id, @toolKind, @subject, @actor, @now)`,
          { ruleId: rule.id, id, toolKind: rule.toolKind, subject: rule.subject, actor, now },
        );
        const what = rule.subject ?? `every ${rule.toolKind}`;
        recordRunAudit(connection, row, 'run.rule_added', actor, `Allowed: ${what}.`, now);
        return true;
      });
    },

    async removeRule(id, ruleId, me, actor, now) {
      return connection.write(() => {
        const before = findRunRow(connection, accountId, id);
        if (before === undefined) return { outcome: 'not_found' };
        if (before.owner_daemon !== me.owner) {
          return { outcome: 'not_owner', ownerDaemon: before.owner_daemon };
        }
        const removed = connection.run(
          `DELETE FROM run_rules WHERE id = @ruleId AND run_id = @id
             AND EXISTS (SELECT 1 FROM runs WHERE runs.id = run_id AND owner_daemon = @owner)`,
          { ruleId, id, owner: me.owner },
        );
        const row = removed > 0 && advanceRunIf(connection, accountId, id, me, 'TRUE', now);
        if (!row) return { outcome: 'not_found' };
        recordRunAudit(connection, row, 'run.rule_removed', actor, 'A rule was removed.', now);
        return { outcome: 'rule_removed' };
      });
    },
  };
}
