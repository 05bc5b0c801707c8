import type { DiffFile, DiffHunk, DiffLine, ReviewDiff } from '../../shared/review.ts';

/** The diff as git and patch read it. The mode of a new file is not part of it. */
export function unifiedDiff({ files }: ReviewDiff): string {
  return files
    .flatMap((file) => linesOf(file))
    .map((line) => `${line}\n`)
    .join('');
}

/** What a unified diff of it does not hold, a line each. */
export function leftOutOf({ files, leftOutFiles }: ReviewDiff): string[] {
  const lines = files.flatMap((file) => {
    const { path, additions, deletions, leftOut } = file;
    if (leftOut !== null) {
      const why = leftOut === 'file_too_large' ? 'it is too large' : 'the diff is too large';
      return [`Left out, ${why}: ${path} (+${additions} -${deletions})`];
    }
    const isCut = file.hunks.some((hunk) =>
      hunk.lines.some(({ leftOutBytes }) => leftOutBytes > 0),
    );
    return isCut ? [`Cut, it has very long lines: ${path}`] : [];
  });
  return leftOutFiles === 0 ? lines : [...lines, `Left out: ${leftOutFiles} more files`];
}

function linesOf(file: DiffFile): string[] {
  const { path, oldPath, status, hunks, isBinary, modeChange } = file;
  const before = quoted(`a/${oldPath ?? path}`);
  const after = quoted(`b/${path}`);
  const from = status === 'added' ? '/dev/null' : before;
  const to = status === 'deleted' ? '/dev/null' : after;
  const git = [
    `diff --git ${before} ${after}`,
    ...(modeChange === null ? [] : [`old mode ${modeChange.from}`, `new mode ${modeChange.to}`]),
    ...(oldPath === null ? [] : [`rename from ${quoted(oldPath)}`, `rename to ${quoted(path)}`]),
    ...(status === 'added' ? ['new file mode 100644'] : []),
    ...(status === 'deleted' ? ['deleted file mode 100644'] : []),
  ];
  if (isBinary) return [...git, `Binary files ${from} and ${to} differ`];
  if (hunks.length === 0) return git;
  return [...git, `--- ${from}`, `+++ ${to}`, ...hunks.flatMap(linesOfHunk)];
}

function linesOfHunk({
  oldStart,
  oldLines,
  newStart,
  newLines,
  section,
  lines,
}: DiffHunk): string[] {
  const head = `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;
  return [section === '' ? head : `${head} ${section}`, ...lines.flatMap(marked)];
}

function marked({ kind, text, endsWithoutNewline }: DiffLine): string[] {
  const mark = { context: ' ', added: '+', deleted: '-' }[kind];
  const line = `${mark}${text}`;
  return endsWithoutNewline ? [line, '\\ No newline at end of file'] : [line];
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\t': '\\t',
  '\n': '\\n',
  '"': '\\"',
  '\\': '\\\\',
};

/** As git quotes a path that would break a line, or be read as something else. */
function quoted(path: string): string {
  const escaped = path.replace(
    /[\p{Cc}"\\]/gu,
    (character) =>
      ESCAPES[character] ?? `\\${(character.codePointAt(0) ?? 0).toString(8).padStart(3, '0')}`,
  );
  return escaped === path ? path : `"${escaped}"`;
}
