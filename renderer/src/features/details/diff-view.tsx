import type { z } from 'zod';
import type { diffSchema } from '../../../../shared/transcripts.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { Scrollable } from '../../components/scrollable.tsx';
import { shownDiff } from './shown-diff.ts';

const LOOKS = {
  same: 'text-ink-2',
  removed: 'bg-failed-wash text-failed-ink',
  added: 'bg-done-wash text-done-ink',
  gap: 'bg-sunk text-ink-3',
} as const;

const SIGNS = { same: ' ', removed: '-', added: '+', gap: '⋯' } as const;

interface DiffViewProps {
  readonly diff: z.infer<typeof diffSchema>;
  /** What a search of a transcript knows it by. */
  readonly part?: string;
}

export function DiffView({ diff, part }: DiffViewProps) {
  const { lines, left } = shownDiff(diff);
  return (
    <figure className="overflow-hidden rounded-md border border-line bg-ground">
      <figcaption className="border-b border-line px-2 py-1 font-mono text-2xs break-all text-ink-2">
        <span data-part={part}>
          <AgentText text={diff.path} />
        </span>
        {diff.oldText === null && <span className="ml-2 text-ink-3">new file</span>}
      </figcaption>
      <Scrollable
        isOneOfMany
        label={`Changes of ${visibleText(diff.path)}`}
        className="py-1 font-mono text-2xs"
      >
        <div className="w-max min-w-full">
          {lines.map((line, index) => (
            <div key={index} className={`px-2 whitespace-pre ${LOOKS[line.kind]}`}>
              <span aria-hidden="true" className="mr-2 select-none">
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
      {left > 0 && <p className="px-2 pb-1 text-2xs text-ink-3">{left} more lines</p>}
    </figure>
  );
}
