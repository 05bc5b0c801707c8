import { useState } from 'react';
import type { Card } from '../../../../shared/board.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { Button } from '../../components/button.tsx';
import { ProblemWords } from '../../components/problem-words.tsx';
import { Scrollable } from '../../components/scrollable.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { AgentMarkdown } from './transcript/markdown/agent-markdown.tsx';

const LINES_SHOWN = 8;

/** What it came to: the result to read, or what went wrong and what to do next. */
export function Outcome({ card, digest }: { card: Card; digest: string | null }) {
  if (card.error !== null) {
    return (
      <section
        aria-label="What went wrong"
        className="readable max-h-[40%] shrink-0 overflow-y-auto border-t border-line bg-failed-wash px-5 py-3"
      >
        <ProblemWords problem={card.error} />
      </section>
    );
  }
  if (digest === null || digest.trim() === '') return null;
  return <Result digest={digest.trim()} agent={card.agent} />;
}

function Result({ digest, agent }: { digest: string; agent: string }) {
  // A command prints what it prints; only what an agent says is prose.
  const isProse = useFleet(
    ({ catalog }) => catalog?.agents.find(({ id }) => id === agent)?.protocol === 'acp',
  );
  const [isWhole, setWhole] = useState(false);
  const isLong = digest.split('\n').length > LINES_SHOWN || digest.length > 600;
  return (
    <Scrollable
      label="Result"
      className="readable flex max-h-[50%] shrink-0 flex-col items-start gap-1 border-t border-line bg-done-wash px-5 py-3"
    >
      {isProse ? (
        <div className={`w-full ${isWhole ? '' : 'max-h-40 shrink-0 overflow-hidden'}`}>
          <AgentMarkdown text={digest} reveal={null} />
        </div>
      ) : (
        <p
          className={`max-w-full break-words whitespace-pre-wrap ${isWhole ? '' : 'line-clamp-8'}`}
        >
          <AgentText text={digest} />
        </p>
      )}
      {isLong && (
        <Button look="quiet" size="small" className="-ms-2" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show all'}
        </Button>
      )}
    </Scrollable>
  );
}
