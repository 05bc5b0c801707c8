import { create } from 'zustand';
import { visibleText } from '../../../shared/visible-text.ts';

/** What happens within it is said as one: a voice that is interrupted by the next sentence says nothing. */
const GATHER_MS = 400;
/** More titles than this are a number. */
const MOST_TITLES = 2;
const LONGEST_TITLE = 120;

/** What was said last to somebody who cannot see the window. A new id says the same words again. */
export const useAnnouncements = create<{ readonly id: number; readonly words: string }>()(() => ({
  id: 0,
  words: '',
}));

/** A row that has come to need a person. */
export interface Waiting {
  readonly id: string;
  readonly agent: string;
  readonly title: string;
  /** What it asks; null where it asks nothing. */
  readonly question: string | null;
  /** How it stands, where that is why it needs a person: our own words. */
  readonly stands: string | null;
}

let sentences: string[] = [];
let waiting = new Map<string, Waiting>();
let isGathering = false;

/** Says what happened to something: `subject` may be any text, `words` are our own. */
export function announce(words: string, subject: string): void {
  sentences.push(subject === '' ? words : `${shortened(subject)}: ${words}`);
  gather();
}

/** Says that a row needs a person; many of them as a number. */
export function announceWaiting(row: Waiting): void {
  waiting.set(row.id, row);
  gather();
}

function gather(): void {
  if (isGathering) return;
  isGathering = true;
  setTimeout(say, GATHER_MS);
}

function say(): void {
  const words = [...sentences, ...waitingWords([...waiting.values()])].join(' ');
  isGathering = false;
  sentences = [];
  waiting = new Map();
  useAnnouncements.setState(({ id }) => ({ id: id + 1, words }));
}

function waitingWords(rows: readonly Waiting[]): readonly string[] {
  if (rows.length <= MOST_TITLES) return rows.map(waitingSentence);
  const titles = rows.slice(0, MOST_TITLES).map(({ title }) => shortened(title));
  return [`${rows.length} need you: ${titles.join(', ')} and ${rows.length - MOST_TITLES} more.`];
}

function waitingSentence({ agent, title, question, stands }: Waiting): string {
  const asked = question === null ? '' : ` It asks: ${shortened(question)}.`;
  const stood = stands === null ? '' : ` ${stands}.`;
  return `${shortened(agent)} needs you: ${shortened(title)}.${stood}${asked}`;
}

/** Agents' texts as they are shown, never longer than one listens. */
function shortened(text: string): string {
  const shown = visibleText(text).replaceAll(/\s+/g, ' ').trim();
  return shown.length > LONGEST_TITLE ? `${shown.slice(0, LONGEST_TITLE - 1)}…` : shown;
}
