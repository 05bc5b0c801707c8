import type { DiffLine } from '../../../../shared/review.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { type Span, withPart } from './changed-part.ts';
import type { LinePosition } from './diff-rows.ts';
import type { DiffColours } from './highlighting/diff-colours.ts';
import { useLineTokens } from './highlighting/use-line-tokens.ts';

/** More of a line than this is read in an editor. */
const CHARACTERS_SHOWN = 2_000;

interface LineCodeProps {
  readonly line: DiffLine;
  readonly at: LinePosition;
  /** What is new or gone in it, where it came in the place of another line. */
  readonly part: Span | null;
  readonly colours: DiffColours;
}

/** The text of a line in the colours of its language, plain until it has them. */
export function LineCode({ line, at, part, colours }: LineCodeProps) {
  const tokens = useLineTokens(colours, at);
  const isLong = line.text.length > CHARACTERS_SHOWN;
  const plain = [{ text: line.text.slice(0, CHARACTERS_SHOWN), look: null }];
  return (
    <>
      <bdi>
        {withPart(tokens === null || isLong ? plain : tokens, part).map((piece, index) => (
          <span
            key={index}
            data-look={piece.look ?? undefined}
            data-changed={piece.isChanged ? 'true' : undefined}
          >
            {visibleText(piece.text)}
          </span>
        ))}
      </bdi>
      {(isLong || line.leftOutBytes > 0) && <Note>… the line goes on</Note>}
      {line.endsWithoutNewline && <Note>no newline at the end</Note>}
    </>
  );
}

function Note({ children }: { children: string }) {
  return <span className="ms-2 font-sans text-2xs text-ink-3 select-none">{children}</span>;
}
