import type { Waiting } from '../shared/attention-queue.ts';
import type { OpenQuestion } from '../shared/board.ts';
import type { CallResult } from '../shared/contract.ts';
import { describeOutcome, isGranted } from '../shared/outcome-words.ts';
import type { Shown } from '../shared/shown.ts';
import { LINE_END, visibleLine, visibleText } from '../shared/visible-text.ts';

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
  /** What can be answered on it without opening anything. */
  readonly answers: readonly NotificationAnswer[];
}

export interface NotificationAnswer {
  readonly label: string;
  readonly approvalId: string;
  readonly optionId: string;
}

/** Electron shows actions on a notification, and tells of a press on them, on a Mac. */
export function hasNotificationActions(platform: NodeJS.Platform): boolean {
  return platform === 'darwin';
}

const TITLES_SHOWN = 3;
/** More is cut by the system, in the middle of a word or with the rest of what is said. */
const LONGEST_LINE = 120;

/** Null when there is nothing to tell. `hasActions`: whether the platform shows what can be answered on it. */
export function notificationWords(
  waiting: readonly Waiting[],
  hasActions: boolean,
): NotificationWords | null {
  const [first, ...others] = waiting;
  if (first === undefined) return null;
  if (others.length === 0) {
    const answers = hasActions ? answersTo(first.question) : [];
    const details = answers.length > 0 ? judgedBy(first) : detailsOf(first);
    return {
      title: `${stateWords(first)} · ${inOneLine(first.projectName)}`,
      body: [first.title, ...details].map(inOneLine).filter(Boolean).join('\n'),
      opens: { what: first.kind, id: first.id },
      answers,
    };
  }
  const shown = waiting.slice(0, TITLES_SHOWN).map(({ title }) => inOneLine(title));
  const left = waiting.length - shown.length;
  return {
    title: `${waiting.length} need you`,
    body: [...shown, ...(left > 0 ? [`and ${left} more`] : [])].join('\n'),
    opens: { what: 'queue' },
    answers: [],
  };
}

/** What is said when an answer on a notification was refused; null when it was given. */
export function refusedAnswerWords(
  { body, opens }: NotificationWords,
  answer: CallResult<'approval.answer'>,
): NotificationWords | null {
  if (answer.ok && isGranted(answer.value)) return null;
  const why = answer.ok
    ? describeOutcome(answer.value)
    : `${answer.problem.message} ${answer.problem.nextStep}`;
  const [subject = ''] = body.split('\n', 1);
  return { title: 'Not answered', body: `${subject}\n${visibleText(why)}`, opens, answers: [] };
}

function detailsOf({ detail, question }: Waiting): readonly string[] {
  const isSaid = question === null || detail.includes(question.subject);
  return isSaid ? [detail] : [detail, question.subject];
}

/** What would be done comes first and on a line of its own: a title that names it as well may be cut before it ends. */
function judgedBy({ detail, question }: Waiting): readonly string[] {
  const subject = question?.subject ?? '';
  return inOneLine(detail) === inOneLine(subject) ? [subject] : [subject, detail];
}

/** Only what can be judged by the notification alone, and only a plain yes and no for this once. */
function answersTo(question: OpenQuestion | null): readonly NotificationAnswer[] {
  if (question === null || !isToldWhole(question)) return [];
  const { approvalId, options } = question;
  const [yes, ...otherYes] = options.filter(({ kind }) => kind === 'allow_once');
  const [no, ...otherNo] = options.filter(({ kind }) => kind === 'reject_once');
  if (yes === undefined || no === undefined || otherYes.length + otherNo.length > 0) return [];
  return [
    { label: 'Approve', approvalId, optionId: yes.optionId },
    { label: 'Reject', approvalId, optionId: no.optionId },
  ];
}

/**
 * Of an edit it tells the file and not the change; a subject that was cut hides what else would run, and several lines
 * cannot be judged as one.
 */
function isToldWhole({ toolKind, subject }: OpenQuestion): boolean {
  const told = inOneLine(subject);
  const isWhole = told !== '' && !told.endsWith('…') && !told.includes(LINE_END);
  return isWhole && toolKind !== 'edit';
}

function inOneLine(text: string): string {
  return visibleLine(text, LONGEST_LINE);
}

function stateWords({ state, kind }: Waiting): string {
  if (state === 'awaiting') return 'Asks you';
  if (state === 'blocked') return 'Blocked';
  return kind === 'run' ? 'Run ended' : 'Failed';
}
