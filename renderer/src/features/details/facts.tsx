import type { Card } from '../../../../shared/board.ts';
import type { TaskDetails } from '../../../../shared/contract.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { Code, Fact, Folder, Owner, Time } from '../../components/facts.tsx';
import { ProcessFacts } from './process-facts.tsx';

export function Facts({ card, details }: { card: Card; details: TaskDetails }) {
  return (
    <dl className="readable">
      <Fact name="Agent">{card.agent}</Fact>
      <Fact name="Profile">{card.profile}</Fact>
      <Fact name="Kind">
        {card.kind}, {card.shape}
      </Fact>
      <Fact name="Attempts">
        {card.attempts} of {card.failureLimit} used
      </Fact>
      <Fact name="Generation">{card.generation}</Fact>
      <Fact name="Project">{visibleText(card.projectName)}</Fact>
      <Folder name="Folder" folder={details.folder} />
      {details.workFolder !== null && <Folder name="Work folder" folder={details.workFolder} />}
      {details.branch !== null && (
        <Fact name="Branch">
          <Code text={details.branch} />
        </Fact>
      )}
      <Fact name="Daemon">
        <Owner owner={card.ownerDaemon} />
      </Fact>
      <ProcessFacts card={card} />
      <Time name="Created" at={card.createdAt} />
      <Time name="Started" at={card.startedAt} />
      <Time name="Settled" at={card.settledAt} />
      <Time name="Held until" at={card.heldUntil} />
      <Time name="Not before" at={card.notBefore} />
      <Fact name="Task">
        <Code text={card.id} />
      </Fact>
      {card.sessionId !== null && (
        <Fact name="Session">
          <Code text={card.sessionId} />
        </Fact>
      )}
    </dl>
  );
}
