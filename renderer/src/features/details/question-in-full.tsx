import type { ReactNode } from 'react';
import { answeredWord, answerMeaning } from '../../../../shared/answer-meanings.ts';
import { answerWords } from '../../../../shared/answer-words.ts';
import type { Approval } from '../../../../shared/contract.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { Scrollable } from '../../components/scrollable.tsx';
import { Ago, Remaining } from '../../components/time.tsx';
import { Subject } from './subject.tsx';

/** What is asked belongs to: where it would be done, and who would not allow it without being asked. */
export interface AskedIn {
  readonly noun: 'run' | 'task';
  readonly workFolder: string;
  readonly branch: string | null;
  readonly profile: string;
  readonly heldUntil: number | null;
}

interface QuestionInFullProps {
  readonly approval: Approval;
  readonly askedIn: AskedIn;
  /** Which of several it is; null for the only one. */
  readonly place: string | null;
  /** Of an answer that the agent did not offer. */
  readonly furtherMeanings?: readonly { readonly name: string; readonly meaning: string }[];
  /** The answers. */
  readonly children: ReactNode;
}

/** What waits for an answer, and all that it takes to judge it: nothing that will run or change is cut off. */
export function QuestionInFull({
  approval,
  askedIn,
  place,
  furtherMeanings = [],
  children,
}: QuestionInFullProps) {
  const meanings = approval.options.map((option) => ({
    key: option.optionId,
    name: answerWords(option),
    meaning: answerMeaning(option.kind),
  }));
  const isOnly = place === null;
  const further = furtherMeanings.map((each) => ({ key: each.name, ...each }));
  return (
    <section
      data-approval-id={approval.id}
      aria-label={isOnly ? 'Open question' : `Open question ${place}`}
      className={`flex shrink-0 flex-col gap-2 border-t border-line bg-awaiting-wash px-5 py-3 ${isOnly ? 'max-h-[60%]' : ''}`}
    >
      <Scrollable
        label="What it asks"
        isOneOfMany={!isOnly}
        className={`readable space-y-2 ${isOnly ? 'min-h-0' : 'max-h-80'}`}
      >
        <h3 className="font-medium break-words text-awaiting-ink">
          <AgentText text={approval.title} />
        </h3>
        <dl className="space-y-0.5 text-xs">
          <Judged name="Where">
            <span className="font-mono break-all">
              <AgentText text={askedIn.workFolder} />
            </span>
            {askedIn.branch !== null && (
              <>
                {' on '}
                <AgentText text={askedIn.branch} />
              </>
            )}
          </Judged>
          <Judged name="Why">
            <AgentText text={approval.reason} /> (profile <AgentText text={askedIn.profile} />)
            {askedIn.heldUntil !== null && (
              <>
                {' '}
                Lapses in <Remaining until={askedIn.heldUntil} />.
              </>
            )}
          </Judged>
          {approval.earlier !== null && (
            <Judged name="Last time">
              in this {askedIn.noun}: <strong>{answeredWord(approval.earlier.kind)}</strong> by{' '}
              {approval.earlier.by} <Ago at={approval.earlier.at} />
            </Judged>
          )}
        </dl>
        <Subject approval={approval} />
        <dl aria-label="What the answers do" className="space-y-0.5 text-xs">
          {[...meanings, ...further].map(({ key, name, meaning }) => (
            <Judged key={key} name={name}>
              {meaning}
            </Judged>
          ))}
        </dl>
      </Scrollable>
      {children}
    </section>
  );
}

function Judged({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="w-24 shrink-0 break-words text-ink-3">
        <AgentText text={name} />
      </dt>
      <dd className="min-w-0 flex-1 break-words text-ink-2">{children}</dd>
    </div>
  );
}
