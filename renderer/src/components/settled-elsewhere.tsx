import { type SettledQuestion, useSettledElsewhere } from '../state/settled-elsewhere.ts';
import { AgentText } from './agent-text.tsx';

/** On a card, in place of the question that is gone. */
export function SettledElsewhereOnCard({ id }: { id: string }) {
  const settled = useSettledElsewhere(({ byRow }) => byRow.get(id));
  if (settled === undefined) return null;
  return (
    <span className="text-ink-3">
      <WhatCameOfIt settled={settled} />
      {' · '}
    </span>
  );
}

/** In the details, where its answers were. */
export function SettledElsewhereInFull({ id }: { id: string }) {
  const settled = useSettledElsewhere(({ byRow }) => byRow.get(id));
  return (
    <div role="status" aria-label="Settled elsewhere">
      {settled !== undefined && (
        <div className="readable border-t border-line bg-sunk px-5 py-3">
          <p className="font-medium break-words">
            <AgentText text={settled.title} />
          </p>
          <p className="text-xs text-ink-2">
            <WhatCameOfIt settled={settled} />
          </p>
        </div>
      )}
    </div>
  );
}

function WhatCameOfIt({ settled: { answer } }: { settled: SettledQuestion }) {
  if (answer === null) return 'Its question lapsed without an answer';
  return (
    <>
      Answered elsewhere by {answer.by}: <AgentText text={answer.optionName} />
    </>
  );
}
