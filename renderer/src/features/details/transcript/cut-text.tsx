import { useMemo, useState } from 'react';
import { visibleText } from '../../../../../shared/visible-text.ts';
import { Button } from '../../../components/button.tsx';
import { shownPieces } from './shown-pieces.ts';

const SHOWN_AT_ONCE = 16 * 1024;

interface CutTextProps {
  readonly text: string;
  /** What a search knows it by. */
  readonly part: string;
  /** Shown as well, wherever it is; in characters of the visible text. */
  readonly reveal: number | null;
}

/** A long text of an agent: its beginning and its end, and what is between them bit by bit. */
export function CutText({ text, part, reveal }: CutTextProps) {
  const visible = useMemo(() => visibleText(text), [text]);
  const [beginning, setBeginning] = useState(SHOWN_AT_ONCE);
  return (
    <span className="block break-words whitespace-pre-wrap">
      {shownPieces(visible.length, beginning, reveal).map(({ from, to, next }) => (
        <span key={from === 0 ? 'beginning' : from}>
          <bdi data-part={part} data-from={from}>
            {visible.slice(from, to)}
          </bdi>
          {next !== null && (
            <span className="my-1 block font-sans">
              <Button size="small" onClick={() => setBeginning(beginning + SHOWN_AT_ONCE)}>
                Show more
              </Button>
              <span className="ms-2 text-xs text-ink-3">
                {(next - to).toLocaleString()} characters are not shown here
              </span>
            </span>
          )}
        </span>
      ))}
    </span>
  );
}
