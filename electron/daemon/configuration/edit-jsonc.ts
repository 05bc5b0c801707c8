import { applyEdits, type Edit, findNodeAtLocation, type Node } from 'jsonc-parser';
import { readJsonc } from './read-jsonc.ts';

export type EditedJsonc =
  | { readonly outcome: 'edited'; readonly text: string }
  /** Something on the way is no object, so that nothing can stand in it. */
  | { readonly outcome: 'no_object'; readonly path: readonly string[]; readonly found: unknown };

/**
 * Sets the value at a path, or takes it away (undefined), and touches nothing else: comments, order, indentation and line
 * ends stay. The parser's own `modify` takes the comments beside a removed key away with it.
 */
export function editJsonc(text: string, path: readonly string[], value: unknown): EditedJsonc {
  const read = readJsonc(text);
  if (read.outcome === 'unreadable') throw new Error(`edited unread: ${read.problem.found}`);
  const style = styleOf(text);
  const { root } = read;
  if (root === undefined) {
    if (value === undefined) return { outcome: 'edited', text };
    const content = `${written(nested(path, value), style, 0)}${style.lineEnd}`;
    const separator = text === '' || /[\r\n]$/.test(text) ? '' : style.lineEnd;
    return { outcome: 'edited', text: `${text}${separator}${content}` };
  }
  const known = findNodeAtLocation(root, [...path]);
  if (known !== undefined) {
    const edits =
      value === undefined ? removal(text, known) : [replacement(known, path, value, style)];
    return { outcome: 'edited', text: applyEdits(text, edits) };
  }
  const depth = knownDepth(root, path);
  const holder = findNodeAtLocation(root, path.slice(0, depth));
  if (holder === undefined || holder.type !== 'object') {
    return {
      outcome: 'no_object',
      path: path.slice(0, depth),
      found: holder === undefined ? undefined : holder.type,
    };
  }
  if (value === undefined) return { outcome: 'edited', text };
  const [name = '', ...rest] = path.slice(depth);
  const edits = insertion(text, holder, name, nested(rest, value), style, depth + 1);
  return { outcome: 'edited', text: applyEdits(text, edits) };
}

interface Style {
  readonly indent: string;
  readonly lineEnd: string;
}

/** As the file is written already. */
function styleOf(text: string): Style {
  const indent = /^([ \t]+)["/}]/m.exec(text)?.[1] ?? '  ';
  return { indent, lineEnd: text.includes('\r\n') ? '\r\n' : '\n' };
}

function written(value: unknown, { indent, lineEnd }: Style, depth: number): string {
  return JSON.stringify(value, null, indent).replaceAll('\n', `${lineEnd}${indent.repeat(depth)}`);
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}

function knownDepth(root: Node, path: readonly string[]): number {
  let depth = 0;
  while (depth < path.length && findNodeAtLocation(root, path.slice(0, depth + 1)) !== undefined) {
    depth += 1;
  }
  return depth;
}

function replacement(
  { offset, length }: Node,
  path: readonly string[],
  value: unknown,
  style: Style,
): Edit {
  return { offset, length, content: written(value, style, path.length) };
}

/** At the end of the object: what is written behind its last key stays with that key. */
function insertion(
  text: string,
  holder: Node,
  name: string,
  value: unknown,
  style: Style,
  depth: number,
): Edit[] {
  const close = holder.offset + holder.length - 1;
  const last = holder.children?.at(-1);
  const from = last === undefined ? holder.offset + 1 : last.offset + last.length;
  const between = text.slice(from, close);
  const hasComma = trivia(between).some(({ kind }) => kind === 'comma');
  const isOnOneLine = !/[\r\n]/.test(text.slice(holder.offset, close));
  const lastWritten = from + between.trimEnd().length;
  const comma: Edit[] =
    last === undefined || hasComma ? [] : [{ offset: from, length: 0, content: ',' }];
  if (isOnOneLine && last !== undefined) {
    const pair = ` ${JSON.stringify(name)}: ${JSON.stringify(value)}${hasComma ? ',' : ''}`;
    return [...comma, { offset: lastWritten, length: 0, content: pair }];
  }
  const outer = style.lineEnd + style.indent.repeat(depth - 1);
  const pair = `${outer}${style.indent}${JSON.stringify(name)}: ${written(value, style, depth)}`;
  return [
    ...comma,
    {
      offset: lastWritten,
      length: close - lastWritten,
      content: `${pair}${hasComma ? ',' : ''}${outer}`,
    },
  ];
}

/** The key, its value and one comma. A line that held nothing else goes with them. */
function removal(text: string, value: Node): Edit[] {
  const pair = value.parent;
  const holder = pair?.parent;
  if (pair === undefined || holder === undefined) return [];
  const siblings = holder.children ?? [];
  const at = siblings.indexOf(pair);
  const end = pair.offset + pair.length;
  const next = siblings[at + 1];
  const until = next?.offset ?? holder.offset + holder.length - 1;
  const commaAfter = commaIn(text, end, until);
  const previous = siblings[at - 1];
  const commaBefore =
    commaAfter === null && previous !== undefined
      ? commaIn(text, previous.offset + previous.length, pair.offset)
      : null;
  const removed: Edit[] = [{ offset: pair.offset, length: pair.length, content: '' }];
  if (commaAfter === end)
    removed[0] = { offset: pair.offset, length: pair.length + 1, content: '' };
  else if (commaAfter !== null) removed.push({ offset: commaAfter, length: 1, content: '' });
  if (commaBefore !== null) removed.unshift({ offset: commaBefore, length: 1, content: '' });
  return removed.map((edit) => (edit.offset === pair.offset ? withItsLine(text, edit) : edit));
}

function withItsLine(text: string, edit: Edit): Edit {
  const before = /[ \t]*$/.exec(text.slice(0, edit.offset))?.[0] ?? '';
  const start = edit.offset - before.length;
  const end = edit.offset + edit.length;
  const after = /^[ \t]*(\r\n|\n|\r)/.exec(text.slice(end))?.[0];
  const beginsLine = start === 0 || /[\r\n]/.test(text.charAt(start - 1));
  if (beginsLine && after !== undefined) {
    return { offset: start, length: end + after.length - start, content: '' };
  }
  const blanks = beginsLine ? (/^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0) : 0;
  // In the middle of a line the blank before it goes; at its beginning the indentation stays for what follows.
  return beginsLine
    ? { offset: edit.offset, length: edit.length + blanks, content: '' }
    : { offset: start, length: end - start, content: '' };
}

function commaIn(text: string, from: number, until: number): number | null {
  const comma = trivia(text.slice(from, until)).find(({ kind }) => kind === 'comma');
  return comma === undefined ? null : from + comma.offset;
}

/** What stands between two values: nothing but blanks, comments and a comma. */
function trivia(between: string): { kind: 'comma' | 'other'; offset: number }[] {
  return [...between.matchAll(/,|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|\s+/g)].map((match) => ({
    kind: match[0] === ',' ? 'comma' : 'other',
    offset: match.index,
  }));
}
