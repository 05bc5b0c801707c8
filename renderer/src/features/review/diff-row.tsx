import { memo } from 'react';
import type { DiffFile, DiffHunk, DiffLine, ReviewDiff } from '../../../../shared/review.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Icon } from '../../components/icon.tsx';
import type { LineAnchor } from '../../state/review-draft.ts';
import { changedPart, type Span } from './changed-part.ts';
import type { DiffRow, LinePosition } from './diff-rows.ts';
import type { DiffColours } from './highlighting/diff-colours.ts';
import { LineCode } from './line-code.tsx';
import type { LineSide } from './line-keys.ts';
import { Count } from './review-header.tsx';

interface FileHeaderProps {
  readonly file: DiffFile;
  readonly isFolded: boolean;
  readonly toggle: (path: string) => void;
}

export const FileHeader = memo(function FileHeader({ file, isFolded, toggle }: FileHeaderProps) {
  return (
    <div className="flex h-9 items-center gap-3 border-y border-line bg-sunk pe-3 ps-2">
      <h2 className="min-w-0 flex-1">
        <button
          type="button"
          aria-expanded={!isFolded}
          onClick={() => toggle(file.path)}
          className="flex max-w-full items-center gap-1.5 rounded-sm px-1 text-start font-mono text-xs"
        >
          <Icon
            name="chevron"
            className={`size-3.5 text-ink-3 motion-safe:transition-transform motion-safe:duration-100 ${isFolded ? '' : 'rotate-90'}`}
          />
          <span className="truncate" title={visibleText(file.path)}>
            {file.oldPath !== null && (
              <span className="text-ink-3">
                <AgentText text={file.oldPath} /> →{' '}
              </span>
            )}
            <AgentText text={file.path} />
          </span>
          {file.status !== 'modified' && (
            <span className="shrink-0 font-sans text-2xs text-ink-3">{file.status}</span>
          )}
        </button>
      </h2>
      <span className="shrink-0 text-2xs">
        <Count additions={file.additions} deletions={file.deletions} />
      </span>
      <CopyButton text={file.path} label="Copy path" />
    </div>
  );
});

export function HunkHeader({ hunk }: { hunk: DiffHunk | undefined }) {
  if (hunk === undefined) return null;
  return (
    <p className="flex h-7 items-center gap-3 truncate bg-hover px-3 font-mono text-2xs text-ink-3">
      <span className="shrink-0">
        @@ −{hunk.oldStart},{hunk.oldLines} +{hunk.newStart},{hunk.newLines} @@
      </span>
      <span className="truncate">
        <AgentText text={hunk.section} />
      </span>
    </p>
  );
}

interface LineRowProps {
  readonly diff: ReviewDiff;
  readonly colours: DiffColours;
  readonly anchorOf: (path: string, line: DiffLine) => LineAnchor | null;
  readonly comment: (anchor: LineAnchor) => void;
  readonly stand: (key: string, side: LineSide) => void;
  /** The side that the keyboard stands on, if it is on this row. */
  readonly standsOn: LineSide | null;
}

/** One line under the other, with both numbers. */
export const SingleRow = memo(function SingleRow({
  row,
  standsOn,
  ...rest
}: LineRowProps & { row: Extract<DiffRow, { type: 'line' }> }) {
  const found = lineAt(rest.diff, row.at);
  if (found === null) return null;
  const { line, part } = found;
  return (
    <div className="diff-line diff-line-single" data-kind={line.kind}>
      {line.kind !== 'deleted' && <PlainNumber number={line.oldLine} />}
      <LineNumber {...rest} {...found} rowKey={row.key} side="new" isStanding={standsOn !== null} />
      {line.kind === 'deleted' && <PlainNumber number={null} />}
      <Code line={line} at={row.at} part={part} colours={rest.colours} />
    </div>
  );
});

/** In the column of the file that a comment would not be about. */
function PlainNumber({ number }: { number: number | null }) {
  return (
    <span className="diff-number" aria-hidden="true">
      {number}
    </span>
  );
}

/** The old line at the left, what came in its place at the right. */
export const PairRow = memo(function PairRow({
  row,
  standsOn,
  ...rest
}: LineRowProps & { row: Extract<DiffRow, { type: 'pair' }> }) {
  return (
    <div className="diff-pair">
      {(['old', 'new'] as const).map((side) => {
        const at = row[side];
        const found = at === null ? null : lineAt(rest.diff, at);
        if (at === null || found === null) {
          return <div key={side} className="diff-line diff-line-half" data-kind="none" />;
        }
        return (
          <div key={side} className="diff-line diff-line-half" data-kind={found.line.kind}>
            <LineNumber
              {...rest}
              {...found}
              rowKey={row.key}
              side={side}
              isStanding={standsOn === side}
            />
            <Code line={found.line} at={at} part={found.part} colours={rest.colours} />
          </div>
        );
      })}
    </div>
  );
});

interface LineNumberProps extends Omit<LineRowProps, 'standsOn'> {
  readonly path: string;
  readonly line: DiffLine;
  readonly rowKey: string;
  readonly side: LineSide;
  readonly isStanding: boolean;
}

function LineNumber(props: LineNumberProps) {
  const { path, line, rowKey, side, isStanding, anchorOf, comment, stand } = props;
  const number = side === 'old' ? line.oldLine : (line.newLine ?? line.oldLine);
  const anchor = anchorOf(path, line);
  return (
    <button
      type="button"
      tabIndex={isStanding ? 0 : -1}
      data-standing={isStanding}
      data-line={number}
      aria-label={`${KIND_WORDS[line.kind]} line ${number}${anchor === null ? '' : ', comment'}: ${visibleText(line.text).slice(0, 300)}`}
      aria-disabled={anchor === null}
      onFocus={() => {
        if (!isStanding) stand(rowKey, side);
      }}
      onClick={() => {
        if (anchor !== null) comment(anchor);
      }}
      className="diff-number diff-number-button"
    >
      {number}
    </button>
  );
}

const KIND_WORDS = { context: 'Unchanged', added: 'Added', deleted: 'Deleted' } as const;
const SIGNS = { context: ' ', added: '+', deleted: '−' } as const;

interface CodeProps {
  readonly line: DiffLine;
  readonly at: LinePosition;
  readonly part: Span | null;
  readonly colours: DiffColours;
}

function Code({ line, ...rest }: CodeProps) {
  return (
    <>
      <span aria-hidden="true" className="diff-sign">
        {SIGNS[line.kind]}
      </span>
      <span className="diff-code">
        <LineCode line={line} {...rest} />
      </span>
    </>
  );
}

interface FoundLine {
  readonly path: string;
  readonly line: DiffLine;
  readonly part: Span | null;
}

function lineAt(diff: ReviewDiff, at: LinePosition): FoundLine | null {
  const file = diff.files[at.file];
  const lines = file?.hunks[at.hunk]?.lines;
  const line = lines?.[at.line];
  if (file === undefined || lines === undefined || line === undefined) return null;
  return { path: file.path, line, part: changedPart(lines, at.line) };
}
