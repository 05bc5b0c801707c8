import type { DiffFile, FileStatus } from '../../../../shared/review.ts';

export interface ListedFile {
  readonly file: Omit<DiffFile, 'hunks' | 'leftOut'>;
  /** A file that becomes a link, or the reverse, is shown by git as two patches. */
  readonly patches: 1 | 2;
}

const NO_SUCH_MODE = '000000';

/** What `git diff-tree --raw --numstat -z` prints before the patches: each file once by status and once by lines. */
export function parseFileList(parts: readonly string[]): ListedFile[] {
  const rest = parts.values();
  const next = () => rest.next().value ?? '';
  const statuses: {
    status: string;
    modes: readonly [string, string];
    path: string;
    oldPath: string | null;
  }[] = [];
  let part = next();
  for (; part.startsWith(':'); part = next()) {
    const [oldMode = '', newMode = '', , , status = ''] = part.slice(1).split(' ');
    const oldPath = status.startsWith('R') ? next() : null;
    statuses.push({ status, modes: [oldMode, newMode], path: next(), oldPath });
  }
  return statuses.map(({ status, modes, path, oldPath }) => {
    const [additions = '', deletions = ''] = part.split('\t');
    if (oldPath !== null) {
      next();
      next();
    }
    part = next();
    return {
      file: {
        path,
        oldPath,
        status: statusOf(status),
        modeChange: modeChange(modes),
        isBinary: additions === '-',
        additions: Number(additions) || 0,
        deletions: Number(deletions) || 0,
      },
      patches: status.startsWith('T') ? 2 : 1,
    };
  });
}

function statusOf(letter: string): FileStatus {
  if (letter.startsWith('A')) return 'added';
  if (letter.startsWith('D')) return 'deleted';
  return letter.startsWith('R') ? 'renamed' : 'modified';
}

function modeChange([from, to]: readonly [string, string]): DiffFile['modeChange'] {
  const isChange = from !== to && from !== NO_SUCH_MODE && to !== NO_SUCH_MODE;
  return isChange ? { from, to } : null;
}
