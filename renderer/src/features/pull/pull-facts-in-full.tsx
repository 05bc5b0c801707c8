import type { ReactNode } from 'react';
import {
  isOver,
  mergeabilityWords,
  names,
  pullOwnerWords,
  pullStatusWord,
} from '../../../../shared/pull-words.ts';
import type { PullFactsShown, RunPull } from '../../../../shared/pulls.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { CommandButton } from '../../components/command-button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Code, Fact } from '../../components/facts.tsx';
import { Ago } from '../../components/time.tsx';
import { PullLink } from './pull-link.tsx';
import type { PullReading } from './use-pull-reading.ts';

/** Everything that is known of a run's pull request. */
export function PullFactsInFull({ pull, reading }: { pull: RunPull; reading: PullReading }) {
  const { url, host, repository, number, facts } = pull;
  return (
    <dl className="readable">
      <Fact name="Address">{url === null ? 'none yet' : <PullLink pull={pull} text={url} />}</Fact>
      <Fact name="Repository">
        <AgentText text={`${repository} on ${host}`} />
      </Fact>
      <Fact name="State">{pullStatusWord(pull.status)}</Fact>
      <Fact name="Owner">
        <AgentText text={pullOwnerWords(pull)} />
      </Fact>
      <Fact name="Branch">
        <span className="min-w-0">
          <Code text={pull.headBranch} /> into <Code text={pull.baseBranch} />
        </span>
      </Fact>
      <Head name="Pushed" commit={pull.pushedCommit} none="nothing yet" />
      <Head name="Approved head" commit={pull.approvedHead} none="none recorded" />
      {facts !== null && <Facts pull={pull} facts={facts} />}
      {number !== null && (
        <Fact name="Read">
          <span className="flex-1">
            {facts === null ? 'not yet' : <Ago at={facts.readAt} />}
            {!isOver(pull.status) && pull.trouble !== null && ', the forge is in trouble'}
          </span>
          <CommandButton
            size="small"
            command="refresh"
            act={reading.read}
            aria-disabled={reading.isUnderWay}
          >
            {reading.isUnderWay ? 'Reading…' : 'Refresh'}
          </CommandButton>
        </Fact>
      )}
    </dl>
  );
}

function Facts({ pull, facts }: { pull: RunPull; facts: PullFactsShown }) {
  const { headCommit, approvedBy, changesRequestedBy } = facts;
  const hasMoved = headCommit !== (pull.approvedHead ?? pull.pushedCommit);
  return (
    <>
      {hasMoved && <Head name="Live head" commit={headCommit} none="" />}
      <Fact name="On the forge">{facts.state}</Fact>
      <Fact name="Checks">{facts.checks}</Fact>
      <Fact name="Reviews">
        <People of={approvedBy} said="approved by" />
        <People of={changesRequestedBy} said="changes requested by" />
        {approvedBy.length + changesRequestedBy.length === 0 && 'none'}
      </Fact>
      {facts.state === 'open' && <Fact name="Merging">{mergeabilityWords(facts)}</Fact>}
    </>
  );
}

function People({ of, said }: { of: readonly string[]; said: string }) {
  return of.length === 0 ? null : (
    <span className="min-w-0">
      {said} <AgentText text={names(of)} />
    </span>
  );
}

interface HeadProps {
  readonly name: string;
  readonly commit: string | null;
  readonly none: string;
}

/** In full: a head is compared digit by digit. */
function Head({ name, commit, none }: HeadProps): ReactNode {
  return (
    <Fact name={name}>
      {commit === null ? (
        <span className="text-ink-3">{none}</span>
      ) : (
        <>
          <span className="min-w-0 flex-1">
            <Code text={commit} />
          </span>
          <CopyButton text={commit} />
        </>
      )}
    </Fact>
  );
}
