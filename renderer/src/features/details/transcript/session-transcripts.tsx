import { useId, useState } from 'react';
import type { Card } from '../../../../../shared/board.ts';
import type { TaskDetails } from '../../../../../shared/contract.ts';
import { isTerminal } from '../../../../../shared/terminal-statuses.ts';
import { AgentText } from '../../../components/agent-text.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Scrollable } from '../../../components/scrollable.tsx';
import { Transcript } from './transcript.tsx';

/** The prompt, and what came of it: the newest session unless another is chosen. */
export function SessionTranscripts({ details, card }: { details: TaskDetails; card: Card }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const sessionId = chosen ?? card.sessionId ?? details.sessionIds[0] ?? null;
  return (
    <>
      <Prompt prompt={details.prompt} />
      {details.sessionIds.length > 1 && sessionId !== null && (
        <SessionChoice ids={details.sessionIds} chosen={sessionId} choose={setChosen} />
      )}
      {sessionId === null ? (
        <p className="px-5 py-3 text-ink-3">
          {isTerminal(card.status)
            ? 'No worker was started, so there is nothing to read.'
            : 'Nothing yet. It begins when a worker starts.'}
        </p>
      ) : (
        <Transcript key={sessionId} sessionId={sessionId} revision={card.revision} />
      )}
    </>
  );
}

function Prompt({ prompt }: { prompt: string }) {
  return (
    <details className="group shrink-0 border-b border-line">
      <summary className="flex items-center gap-1 px-5 py-2 text-xs text-ink-2 outline-offset-[-2px] hover:text-ink">
        <Icon
          name="chevron"
          className="-ms-1 size-3.5 motion-safe:transition-transform motion-safe:duration-100 group-open:rotate-90"
        />
        Prompt
      </summary>
      <Scrollable label="Prompt" className="readable max-h-52 px-5 pb-3">
        <p className="break-words whitespace-pre-wrap">
          <AgentText text={prompt} />
        </p>
      </Scrollable>
    </details>
  );
}

interface SessionChoiceProps {
  readonly ids: readonly string[];
  readonly chosen: string;
  readonly choose: (sessionId: string) => void;
}

function SessionChoice({ ids, chosen, choose }: SessionChoiceProps) {
  const id = useId();
  return (
    <div className="flex shrink-0 items-center gap-3 border-b border-line px-5 py-2 text-xs text-ink-2">
      <label htmlFor={id}>Session</label>
      <select
        id={id}
        value={chosen}
        onChange={(event) => choose(event.target.value)}
        className="field select h-7 text-xs"
      >
        {ids.map((sessionId, index) => (
          <option key={sessionId} value={sessionId}>
            {ids.length - index} of {ids.length} ({sessionId.slice(0, 8)})
          </option>
        ))}
      </select>
    </div>
  );
}
