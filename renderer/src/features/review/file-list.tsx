import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { DiffFile, FileStatus, ReviewDiff } from '../../../../shared/review.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { AgentText } from '../../components/agent-text.tsx';
import type { DraftComment } from '../../state/review-draft.ts';
import { Count } from './review-header.tsx';

const ROW_HEIGHT = 28;

interface FileListProps {
  readonly diff: ReviewDiff;
  readonly comments: readonly DraftComment[];
  readonly show: (path: string) => void;
}

/** Every changed file; pressing one goes to it. */
export function FileList({ diff, comments, show }: FileListProps) {
  const scroller = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: diff.files.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  return (
    <nav ref={scroller} aria-label="Changed files" className="min-h-16 flex-1 overflow-y-auto p-2">
      <div className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const file = diff.files[index];
          return file === undefined ? null : (
            <div
              key={key}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <FileItem
                file={file}
                comments={comments.filter(({ path }) => path === file.path).length}
                show={show}
              />
            </div>
          );
        })}
      </div>
      {diff.files.length === 0 && <p className="px-2 py-1 text-ink-3">Nothing changed.</p>}
      {diff.leftOutFiles > 0 && (
        <p className="px-2 py-1 text-xs text-ink-3">
          {diff.leftOutFiles.toLocaleString()} more files are not listed.
        </p>
      )}
    </nav>
  );
}

export const STATUS_LETTERS: Readonly<Record<FileStatus, string>> = {
  added: 'A',
  deleted: 'D',
  modified: 'M',
  renamed: 'R',
};

interface FileItemProps {
  readonly file: DiffFile;
  readonly comments: number;
  readonly show: (path: string) => void;
}

function FileItem({ file, comments, show }: FileItemProps) {
  const cut = file.path.lastIndexOf('/') + 1;
  return (
    <button
      type="button"
      title={visibleText(file.path)}
      onClick={() => show(file.path)}
      className="flex h-7 w-full items-center gap-2 rounded-md px-2 text-start text-xs hover:bg-hover"
    >
      <span aria-hidden="true" className="w-3 shrink-0 font-mono text-2xs text-ink-3">
        {STATUS_LETTERS[file.status]}
      </span>
      <span className="sr-only">{file.status} </span>
      <span dir="ltr" className="flex min-w-0 flex-1 items-baseline">
        <span className="min-w-0 truncate text-ink-3">
          <AgentText text={file.path.slice(0, cut)} />
        </span>
        <span className="max-w-full shrink-0 truncate">
          <AgentText text={file.path.slice(cut)} />
        </span>
      </span>
      {comments > 0 && (
        <span className="shrink-0 rounded-full bg-accent px-1.5 text-2xs leading-4 text-on-accent">
          {comments}
          <span className="sr-only"> {comments === 1 ? 'comment' : 'comments'}</span>
        </span>
      )}
      <span className="shrink-0 text-2xs">
        <Count additions={file.additions} deletions={file.deletions} />
      </span>
    </button>
  );
}
