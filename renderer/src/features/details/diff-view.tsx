import { useState } from 'react';
import type { z } from 'zod';
import type { diffSchema } from '../../../../shared/transcripts.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { Button } from '../../components/button.tsx';
import { Scrollable } from '../../components/scrollable.tsx';
import { diffLines } from './line-diff.ts';

/** More than this is drawn only when it is asked for. */
const LINES_SHOWN = 400;

const LOOKS = {
  same: 'text-ink-2',
  removed: 'bg-failed-wash text-failed-ink',
  added: 'bg-done-wash text-done-ink',
  gap: 'bg-sunk text-ink-3',
} as const;

const SIGNS = { same: ' ', removed: '-', added: '+', gap: '⋯' } as const;

export function DiffView({ diff }: { diff: z.infer<typeof diffSchema> }) {
  const lines = diffLines(diff.oldText, diff.newText);
  const [isWhole, setWhole] = useState(false);
  const left = isWhole ? 0 : lines.length - LINES_SHOWN;
  return (
    <figure className="overflow-hidden rounded-md border border-line bg-ground">
      <figcaption className="border-b border-line px-2 py-1 font-mono text-2xs break-all text-ink-2">
        <AgentText text={diff.path} />
        {diff.oldText === null && <span className="ms-2 text-ink-3">new file</span>}
      </figcaption>
      <Scrollable
        label={`Changes of ${visibleText(diff.path)}`}
        className="py-1 font-mono text-2xs"
      >
        <div className="w-max min-w-full">
          {(isWhole ? lines : lines.slice(0, LINES_SHOWN)).map((line, index) => (
            <div key={index} className={`px-2 whitespace-pre ${LOOKS[line.kind]}`}>
              <span aria-hidden="true" className="me-2 select-none">
                {SIGNS[line.kind]}
              </span>
              <span className="sr-only">{line.kind}: </span>
              <AgentText text={line.text} />
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
