import { assertNever } from '../../../../shared/assert-never.ts';
import { auditWords, saysNoMore } from '../../../../shared/audit-words.ts';
import type { Approval, AuditEntry, TaskDetails } from '../../../../shared/contract.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { At } from '../../components/time.tsx';
import { Subject } from './subject.tsx';

/** What was asked and who answered, and everything that happened to the task. */
export function History({ details }: { details: TaskDetails }) {
  const settled = details.approvals.filter((approval) => approval.status !== 'open');
  return (
    <div className="readable space-y-5">
      {settled.length > 0 && (
        <section aria-label="Earlier questions" className="space-y-2">
          <h3 className="font-semibold">Earlier questions</h3>
          <ul className="space-y-3">
            {settled.map((approval) => (
              <EarlierQuestion key={approval.id} approval={approval} />
            ))}
          </ul>
        </section>
      )}
      <section aria-label="Audit" className="space-y-2">
        <h3 className="font-semibold">What happened</h3>
        <ol>
          {details.audit.map((entry, index) => (
            <Happened key={index} entry={entry} />
          ))}
        </ol>
      </section>
    </div>
  );
}

interface EarlierQuestionProps {
  readonly approval: Approval;
  /** Who asked, where that is not plain from what is around. */
  readonly by?: string;
}

export function EarlierQuestion({ approval, by }: EarlierQuestionProps) {
  return (
    <li className="space-y-1">
      <p className="break-words">
        <AgentText text={approval.title} />
      </p>
      <Subject approval={approval} />
      <p className="text-xs text-ink-3">
        {by !== undefined && `Asked by ${by}. `}
        {whatCameOf(approval)}
      </p>
    </li>
  );
}

function whatCameOf(approval: Approval) {
  switch (approval.status) {
    case 'open':
      return 'Open';
    case 'answered':
      return (
        <>
          <span className="font-medium text-ink-2">
            <AgentText text={approval.answer ?? 'Answered'} />
          </span>{' '}
          by {approval.answeredBy ?? 'nobody known'}
          {approval.answeredAt !== null && (
            <>
              {' at '}
              <At at={approval.answeredAt} />
            </>
          )}
          , generation {approval.generation}
        </>
      );
    case 'expired':
      return `Expired without an answer, generation ${approval.generation}`;
    default:
      return assertNever(approval.status);
  }
}

/** What happened in words, who did it, and why, as far as the words do not say it. */
function Happened({ entry }: { entry: AuditEntry }) {
  const { action, actor, generation, detail } = entry;
  return (
    <li className="flex gap-4 py-1" data-action={entry.action}>
      <span className="w-16 shrink-0 text-xs leading-5 text-ink-3">
        <At at={entry.at} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="break-words">
          {auditWords(action)}
          <span className="text-ink-3">
            {actor !== '' && ` by ${actor}`}
            {generation !== null && `, generation ${generation}`}
          </span>
        </p>
        {!saysNoMore(action, actor, detail) && (
          <p className="text-xs break-words text-ink-2">
            <AgentText text={detail} />
          </p>
        )}
      </div>
    </li>
  );
}
