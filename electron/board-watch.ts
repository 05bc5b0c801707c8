import {
  compareWaiting,
  type Waiting,
  waitingCard,
  waitingRun,
} from '../shared/attention-queue.ts';
import type { Card } from '../shared/board.ts';
import type { BoardDelta } from '../shared/board-delta.ts';
import type { RunCard } from '../shared/runs.ts';

/** Something that ends when the daemon does. */
export interface LiveWork {
  readonly id: string;
  readonly title: string;
  readonly projectName: string;
}

export interface BoardWatchOptions {
  readonly read: (since: number) => Promise<BoardDelta>;
  /** The daemon whose end would end the work. */
  readonly owner: () => string | null;
  /** Told after every change of the queue; `began`: what needs a person since this change. */
  readonly changed: (began: readonly Waiting[]) => void;
}

/** What needs a person and what is at work, kept from the changes of the board. It holds nothing else of the board. */
export class BoardWatch {
  readonly #options: BoardWatchOptions;
  readonly #waiting = new Map<string, Waiting>();
  readonly #live = new Map<string, LiveWork>();
  /** Of rows that came before the whole board was read, so that an older page does not undo them. */
  #newer: Map<string, number> | null = new Map();

  constructor(options: BoardWatchOptions) {
    this.#options = options;
  }

  /** In the order of the queue. */
  get queue(): readonly Waiting[] {
    return [...this.#waiting.values()].sort(compareWaiting);
  }

  get live(): readonly LiveWork[] {
    return [...this.#live.values()];
  }

  isWaiting(id: string): boolean {
    return this.#waiting.has(id);
  }

  /** What was there before is no news. */
  async readAll(): Promise<void> {
    let since = 0;
    let more = true;
    while (more) {
      const page = await this.#options.read(since);
      const isNewest = ({ id, revision }: Card | RunCard) =>
        (this.#newer?.get(id) ?? 0) <= revision;
      this.#take({ cards: page.cards.filter(isNewest), runs: page.runs.filter(isNewest) });
      since = page.revision;
      more = page.more;
    }
    this.#newer = null;
    this.#options.changed([]);
  }

  receive(delta: BoardDelta): void {
    for (const { id, revision } of [...delta.cards, ...delta.runs]) this.#newer?.set(id, revision);
    const { began, isChanged } = this.#take(delta);
    if (isChanged) this.#options.changed(began);
  }

  #take({ cards, runs }: Pick<BoardDelta, 'cards' | 'runs'>) {
    const began: Waiting[] = [];
    let isChanged = false;
    const owner = this.#options.owner();
    const take = (id: string, waiting: Waiting | null, live: LiveWork | null) => {
      const before = this.#waiting.get(id);
      if (waiting === null) this.#waiting.delete(id);
      else this.#waiting.set(id, waiting);
      if (live === null) this.#live.delete(id);
      else this.#live.set(id, live);
      const isNew = waiting !== null && !waiting.isHeldByHand && isNews(before, waiting);
      if (isNew) began.push(waiting);
      isChanged ||= isNew || (before === undefined) !== (waiting === null);
    };
    for (const card of cards) take(card.id, waitingCard(card), liveCard(card, owner));
    for (const run of runs) take(run.id, waitingRun(run), liveRun(run, owner));
    return { began, isChanged };
  }
}

/** Another question, or another failure, of something that waited already. */
function isNews(before: Waiting | undefined, now: Waiting): boolean {
  return (
    before === undefined ||
    before.isHeldByHand ||
    before.state !== now.state ||
    (now.state === 'awaiting' && before.since !== now.since)
  );
}

function liveCard(card: Card, owner: string | null): LiveWork | null {
  const isLive = card.status === 'claimed' || card.status === 'running' || card.status === 'held';
  return isLive && card.ownerDaemon === owner ? liveWork(card) : null;
}

function liveRun(run: RunCard, owner: string | null): LiveWork | null {
  const isLive = run.status === 'working' || run.status === 'merging';
  return isLive && run.ownerDaemon === owner ? liveWork(run) : null;
}

function liveWork({ id, title, projectName }: LiveWork): LiveWork {
  return { id, title, projectName };
}
