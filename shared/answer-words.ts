import type { ApprovalOption } from './board.ts';
import { visibleText } from './visible-text.ts';

/** What an answer does, by its kind: that is what is sent, whatever the agent calls it. */
const DOES: Record<ApprovalOption['kind'], string> = {
  allow_once: 'Allow once',
  allow_always: 'Allow always',
  reject_once: 'Reject',
  reject_always: 'Reject always',
};

/** More of a name is not read before a button is pressed. */
const LONGEST_NAME = 80;

const ALLOWS = new Set(
  'allow allowed approve approved yes yep y accept ok okay proceed continue run confirm grant permit go'.split(
    ' ',
  ),
);
const REFUSES = new Set(
  'no nope n not reject rejected deny denied decline never cancel abort stop block refuse disallow forbid skip nothing none'.split(
    ' ',
  ),
);
const FOR_GOOD = new Set(
  'always never again all any every everything session project future remember forever permanently'.split(
    ' ',
  ),
);
/** Is said of both: yes, and do not ask again. */
const NOT_ASKED_AGAIN = /\b(?:do not|don't|dont|never|not|no need to) (?:ask|prompt)/g;

/**
 * What a button for an answer says: the agent's name for it where that says what the answer does, and otherwise what it
 * does and then the name. A name that is empty, in another language, or says the opposite cannot pass for something else.
 */
export function answerWords(option: ApprovalOption): string {
  const name = shortened(visibleText(option.name).replaceAll(/\s+/g, ' ').trim());
  if (name === '') return DOES[option.kind];
  return isPlain(name, option.kind) ? name : `${DOES[option.kind]}: “${name}”`;
}

function isPlain(name: string, kind: ApprovalOption['kind']): boolean {
  const words = name
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(NOT_ASKED_AGAIN, 'again')
    .replaceAll(/n't\b/g, ' not')
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  // A name that says both, or hides one in what is cut, says neither.
  if (name.endsWith('…')) return false;
  const isForGood = words.some((word) => FOR_GOOD.has(word));
  switch (kind) {
    case 'allow_once':
      return saysYes(words, ['once']) && !isForGood;
    case 'allow_always':
      return saysYes(words, ['always']) && isForGood;
    case 'reject_once':
      return saysNo(words) && !words.some((word) => ['always', 'never'].includes(word));
    case 'reject_always':
      return saysNo(words) && isForGood;
  }
}

function saysYes(words: readonly string[], scopes: readonly string[]): boolean {
  const isYes = words.some((word) => ALLOWS.has(word) || scopes.includes(word));
  return isYes && !words.some((word) => REFUSES.has(word));
}

/** The first of such words decides: a refusal may go on to say what to do instead. */
function saysNo(words: readonly string[]): boolean {
  const first = words.find((word) => ALLOWS.has(word) || REFUSES.has(word));
  return first !== undefined && REFUSES.has(first);
}

function shortened(name: string): string {
  const characters = [...name];
  return characters.length <= LONGEST_NAME
    ? name
    : `${characters.slice(0, LONGEST_NAME).join('')}…`;
}
