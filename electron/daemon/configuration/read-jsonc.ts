import {
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { ConfigurationProblem } from '../../../shared/configuration.ts';

export type ReadJsonc =
  /** `root` is undefined for a file without a value, which is as good as an empty object. */
  | {
      readonly outcome: 'read';
      readonly value: unknown;
      readonly root: Node | undefined;
      /** A key that is there twice; the last one counts. */
      readonly twice: ConfigurationProblem | null;
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
  const twice = root === undefined ? null : keyGivenTwice(root);
  return {
    outcome: 'read',
    value: root === undefined ? {} : getNodeValue(root),
    root,
    twice:
      twice === null
        ? null
        : {
            path: String(twice.value),
            expected: 'each key once',
            found: `it a second time at ${placeOf(text, twice.offset)}`,
          },
  };
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

function keyGivenTwice(node: Node): Node | null {
  const keys = new Set<unknown>();
  for (const child of node.children ?? []) {
    const key = child.type === 'property' ? child.children?.[0] : undefined;
    if (key !== undefined && keys.has(key.value)) return key;
    keys.add(key?.value);
    const deeper = keyGivenTwice(child);
    if (deeper !== null) return deeper;
    if (key === undefined) keys.clear();
  }
  return null;
}
