/** The kinds of tokens that a filter knows, as they are typed before the colon. */
export const FILTER_KEYS = ['agent', 'project', 'state'] as const;
export type FilterKey = (typeof FILTER_KEYS)[number];

/** What a filter asks for, in lower case. Values of the same token are alternatives. */
export interface FilterWords {
  readonly words: readonly string[];
  readonly agents: readonly string[];
  readonly projects: readonly string[];
  readonly states: readonly string[];
}

/** `"fix login" agent:claude project:"my app"`. A token without a value, as it is while it is typed, asks for nothing. */
export function parseFilter(text: string): FilterWords {
  const tokens = tokensOf(text.toLowerCase());
  const valuesOf = (key: FilterKey) =>
    tokens.filter((token) => token.key === key && token.value !== '').map(({ value }) => value);
  return {
    words: tokens
      .filter(({ key, value }) => key === null && value !== '')
      .map(({ value }) => value),
    agents: valuesOf('agent'),
    projects: valuesOf('project'),
    states: valuesOf('state'),
  };
}

/** Everything that there is to choose from. */
export type FilterValues = Readonly<Record<FilterKey, readonly string[]>>;

/** What could stand in place of the last word. */
export interface FilterSuggestion {
  /** The token, as it will stand in the filter. */
  readonly token: string;
  /** The whole filter with it. */
  readonly text: string;
}

const MOST_SUGGESTIONS = 8;

/** For the last word of the filter: keys while none is typed, and then their values. Nothing for a word of its own. */
export function suggestionsFor(text: string, values: FilterValues): readonly FilterSuggestion[] {
  const start = startOfLastWord(text);
  const last = text.slice(start).toLowerCase();
  const before = text.slice(0, start);
  const colon = last.indexOf(':');
  if (colon === -1) {
    return FILTER_KEYS.filter((key) => key.startsWith(last)).map((key) => ({
      token: `${key}:`,
      text: `${before}${key}:`,
    }));
  }
  const key = FILTER_KEYS.find((known) => known === last.slice(0, colon));
  if (key === undefined) return [];
  const typed = last.slice(colon + 1).replaceAll('"', '');
  return values[key]
    .filter((value) => value.toLowerCase().includes(typed))
    .slice(0, MOST_SUGGESTIONS)
    .map((value) => {
      const token = `${key}:${/\s/.test(value) ? `"${value}"` : value}`;
      return { token, text: `${before}${token} ` };
    })
    .filter((suggestion) => suggestion.token.toLowerCase() !== last);
}

interface Token {
  readonly key: FilterKey | null;
  readonly value: string;
}

function tokensOf(text: string): readonly Token[] {
  return (text.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? []).map((written) => {
    const colon = written.indexOf(':');
    const key = FILTER_KEYS.find((known) => known === written.slice(0, colon)) ?? null;
    const value = key === null ? written : written.slice(colon + 1);
    return { key, value: value.replaceAll('"', '') };
  });
}

/** Blanks between quotes do not end a word. */
function startOfLastWord(text: string): number {
  let start = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '"') isQuoted = !isQuoted;
    else if (/\s/.test(character) && !isQuoted) start = index + 1;
  }
  return start;
}
