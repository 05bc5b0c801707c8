import { useState } from 'react';
import type { ToolDiff } from '../../../../shared/transcripts.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { Button } from '../../components/button.tsx';
import { Scrollable } from '../../components/scrollable.tsx';
import { LINES_SHOWN, shownDiff } from './shown-diff.ts';

const LOOKS = {
  same: 'text-ink-2',
  removed: 'bg-failed-wash text-failed-ink',
  added: 'bg-done-wash text-done-ink',
  gap: 'bg-sunk text-ink-3',
} as const;

const SIGNS = { same: ' ', removed: '-', added: '+', gap: '⋯' } as const;

interface DiffViewProps {
  readonly diff: ToolDiff;
  /** What a search of a transcript knows it by. */
  readonly part?: string;
}

export function DiffView({ diff, part }: DiffViewProps) {
  const [isWhole, setWhole] = useState(false);
  const { lines, left } = shownDiff(diff, isWhole ? Number.POSITIVE_INFINITY : LINES_SHOWN);
  return (
    <figure className="overflow-hidden rounded-md border border-line bg-ground">
      <figcaption className="border-b border-line px-2 py-1 font-mono text-2xs break-all text-ink-2">
        <span data-part={part}>
          <AgentText text={diff.path} />
        </span>
        {diff.oldText === null && <span className="ms-2 text-ink-3">new file</span>}
      </figcaption>
      <Scrollable
        isOneOfMany
        label={`Changes of ${visibleText(diff.path)}`}
        className="py-1 font-mono text-2xs"
      >
        <div className="w-max min-w-full">
          {lines.map((line, index) => (
            <div key={index} className={`px-2 whitespace-pre ${LOOKS[line.kind]}`}>
              <span aria-hidden="true" className="me-2 select-none">
                {SIGNS[line.kind]}
              </span>
              <span className="sr-only">{line.kind}: </span>
              <span data-part={part && `${part} ${index}`}>
                <AgentText text={line.text} />
              </span>
            </div>
          ))}
        </div>
      </Scrollable>
      {left > 0 && (
        <div className="px-2 pb-1.5">
          <Button size="small" onClick={() => setWhole(true)}>
            Show {left.toLocaleString()} more {left === 1 ? 'line' : 'lines'}
          </Button>
        </div>
      )}
    </figure>
  );
}
