import type { Waiting } from '../shared/attention-queue.ts';
import type { Shown } from '../shared/shown.ts';
import { visibleLine } from '../shared/visible-text.ts';

/** What begins to wait within this time is told together. */
export const GROUPING_MS = 1_000;

/** Gathers what begins to wait, and tells it together once nothing can be added any more. */
export class NotificationGrouping {
  readonly #tell: (gathered: readonly Waiting[]) => void;
  #gathered = new Map<string, Waiting>();
  #timer: NodeJS.Timeout | null = null;

  constructor(tell: (gathered: readonly Waiting[]) => void) {
    this.#tell = tell;
  }

  add(began: readonly Waiting[]): void {
    for (const waiting of began) this.#gathered.set(waiting.id, waiting);
    if (this.#gathered.size === 0) return;
    this.#timer ??= setTimeout(() => {
      const gathered = [...this.#gathered.values()];
      this.stop();
      this.#tell(gathered);
    }, GROUPING_MS);
  }

  /** Forgets what was gathered. */
  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#gathered = new Map();
  }
}

export interface NotificationCircumstances {
  /** A person looks at the board already. */
  readonly isWindowFocused: boolean;
  readonly silencedProjects: ReadonlySet<string>;
  readonly isStillWaiting: (id: string) => boolean;
}

/** What is left to tell: nothing that was dealt with meanwhile, nothing of silenced projects. */
export function worthTelling(
  gathered: readonly Waiting[],
  { isWindowFocused, silencedProjects, isStillWaiting }: NotificationCircumstances,
): readonly Waiting[] {
  if (isWindowFocused) return [];
  return gathered.filter(
    ({ id, projectId }) => isStillWaiting(id) && !silencedProjects.has(projectId),
  );
}

export interface NotificationWords {
  readonly title: string;
  readonly body: string;
  /** What a press on it opens. */
  readonly opens: Shown;
}

const TITLES_SHOWN = 3;
/** More is cut by the system, in the middle of a word or with the rest of what is said. */
const LONGEST_LINE = 120;

/** Null when there is nothing to tell. */
export function notificationWords(waiting: readonly Waiting[]): NotificationWords | null {
  const [first, ...others] = waiting;
  if (first === undefined) return null;
  if (others.length === 0) {
    return {
      title: `${stateWords(first)} · ${inOneLine(first.projectName)}`,
      body: [first.title, first.detail].filter(Boolean).map(inOneLine).join('\n'),
      opens: { what: first.kind, id: first.id },
    };
  }
  const shown = waiting.slice(0, TITLES_SHOWN).map(({ title }) => inOneLine(title));
  const left = waiting.length - shown.length;
  return {
    title: `${waiting.length} need you`,
    body: [...shown, ...(left > 0 ? [`and ${left} more`] : [])].join('\n'),
    opens: { what: 'queue' },
  };
}

function inOneLine(text: string): string {
  return visibleLine(text, LONGEST_LINE);
}

function stateWords({ state, kind }: Waiting): string {
  if (state === 'awaiting') return 'Asks you';
  if (state === 'blocked') return 'Blocked';
  return kind === 'run' ? 'Run ended' : 'Failed';
}
