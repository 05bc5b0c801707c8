import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { ConfigurationProblem } from '../../../shared/configuration.ts';

export type ReadJsonc =
  /** `root` is undefined for a file without a value, which is as good as an empty object. */
  | {
      readonly outcome: 'read';
      readonly value: unknown;
      readonly root: Node | undefined;
      /** A key that is there twice, of which the last one counts, or one that nothing can be called; it is left out. */
      readonly misleading: ConfigurationProblem | null;
    }
  | { readonly outcome: 'unreadable'; readonly problem: ConfigurationProblem };

/** JSON with comments and trailing commas. */
export function readJsonc(text: string): ReadJsonc {
  const errors: ParseError[] = [];
  const root = parseTree(withoutMark(text), errors, {
    allowTrailingComma: true,
    allowEmptyContent: true,
  });
  const [first] = errors;
  if (first !== undefined) {
    const found = `${WORDS[printParseErrorCode(first.error)]} at ${placeOf(text, first.offset)}`;
    return { outcome: 'unreadable', problem: problem(found) };
  }
  const key = root === undefined ? null : misleadingKey(root);
  return {
    outcome: 'read',
    value: root === undefined ? {} : readValue(root),
    root,
    misleading: key === null ? null : problemOfKey(key, placeOf(text, key.offset)),
  };
}

/** JavaScript reads it as what an object inherits from. */
const NO_NAME = '__proto__';

function problemOfKey(key: Node, place: string): ConfigurationProblem {
  const path = String(key.value);
  return path === NO_NAME
    ? { path, expected: 'another name', found: `a key "${NO_NAME}" at ${place}` }
    : { path, expected: 'each key once', found: `it a second time at ${place}` };
}

/** The parser's own `getNodeValue` would let an object inherit what a key of that name holds. */
function readValue(node: Node): unknown {
  const children = node.children ?? [];
  if (node.type === 'array') return children.map(readValue);
  if (node.type !== 'object') return node.value;
  const pairs = children.flatMap(({ children: [key, value] = [] }): [string, unknown][] =>
    key === undefined || value === undefined || key.value === NO_NAME
      ? []
      : [[String(key.value), readValue(value)]],
  );
  return Object.fromEntries(pairs);
}

/** Some editors begin a file with a mark of its encoding. A space in its place keeps every offset. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, ' ');
}

function problem(found: string): ConfigurationProblem {
  return { path: '', expected: 'JSON, in which comments and trailing commas are allowed', found };
}

const WORDS: Readonly<Record<ReturnType<typeof printParseErrorCode>, string>> = {
  InvalidSymbol: 'something that is no value',
  InvalidNumberFormat: 'a number that is none',
  PropertyNameExpected: 'no key in double quotes',
  ValueExpected: 'no value',
  ColonExpected: 'no colon',
  CommaExpected: 'no comma',
  CloseBraceExpected: 'no closing brace',
  CloseBracketExpected: 'no closing bracket',
  EndOfFileExpected: 'something after the end',
  InvalidCommentToken: 'a comment that is none',
  UnexpectedEndOfComment: 'a comment without an end',
  UnexpectedEndOfString: 'a text without an end',
  UnexpectedEndOfNumber: 'a number without an end',
  InvalidUnicode: 'a character code that is none',
  InvalidEscapeCharacter: 'a backslash before something it cannot escape',
  InvalidCharacter: 'a character that is not allowed',
  '<unknown ParseErrorCode>': 'something that is no JSON',
};

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}

function misleadingKey(node: Node): Node | null {
  const keys = new Set<unknown>();
  for (const child of node.children ?? []) {
    const key = child.type === 'property' ? child.children?.[0] : undefined;
    if (key !== undefined && (keys.has(key.value) || key.value === NO_NAME)) return key;
    keys.add(key?.value);
    const deeper = misleadingKey(child);
    if (deeper !== null) return deeper;
    if (key === undefined) keys.clear();
  }
  return null;
}
