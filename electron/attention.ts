import { BrowserWindow } from 'electron';
import type { CallResult, Push } from '../shared/contract.ts';
import type { Shown } from '../shared/shown.ts';
import { showBadge } from './badge.ts';
import { BoardWatch, type LiveWork } from './board-watch.ts';
import type { CallLog, CallTarget } from './daemon/api/answer-call.ts';
import type { Daemon } from './daemon/daemon.ts';
import { notify } from './notifications.ts';
import {
  hasNotificationActions,
  type NotificationAnswer,
  NotificationGrouping,
  type NotificationWords,
  notificationWords,
  refusedAnswerWords,
  worthTelling,
} from './notifications-grouping.ts';
import type { FleetboardTray } from './tray.ts';

/** The first board goes to the window; counting what it shows already can wait until that is painted. */
const FIRST_READ_AFTER_MS = 1_500;

export interface AttentionOptions {
  readonly daemon: () => Daemon | null;
  /** Who answers what is pressed on a notification. */
  readonly target: () => CallTarget;
  readonly open: (shown: Shown) => void;
  readonly log: CallLog;
}

/** Tells a person who looks elsewhere that something needs them: by notification, badge and tray. */
export class Attention {
  readonly #options: AttentionOptions;
  readonly #watch: BoardWatch;
  readonly #grouping: NotificationGrouping;
  #silencedProjects: ReadonlySet<string> = new Set();
  #tray: FleetboardTray | null = null;

  constructor(options: AttentionOptions) {
    this.#options = options;
    this.#grouping = new NotificationGrouping((gathered) => {
      const worth = worthTelling(gathered, {
        isWindowFocused: BrowserWindow.getFocusedWindow() !== null,
        silencedProjects: this.#silencedProjects,
        isStillWaiting: (id) => this.#watch.isWaiting(id),
      });
      const words = notificationWords(worth, hasNotificationActions(process.platform));
      if (words !== null) this.#notify(words);
    });
    this.#watch = new BoardWatch({
      read: (since) => this.#handlers()['board.changes']({ since }),
      owner: () => options.daemon()?.owner ?? null,
      changed: (began) => {
        const { queue } = this.#watch;
        showBadge(queue.length);
        this.#tray?.update(queue);
        this.#grouping.add(began);
      },
    });
  }

  /** What the end of the daemon would end. */
  get live(): readonly LiveWork[] {
    return this.#watch.live;
  }

  showIn(tray: FleetboardTray): void {
    this.#tray = tray;
    tray.update(this.#watch.queue);
  }

  receive(push: Push): void {
    switch (push.event) {
      case 'board':
        this.#watch.receive(push.delta);
        break;
      case 'catalog':
        this.#attempt(() => this.#readSilenced());
        break;
      case 'startup':
        if (push.startup.state !== 'ready') break;
        setTimeout(() => {
          this.#attempt(() => this.#readSilenced());
          this.#attempt(() => this.#watch.readAll());
        }, FIRST_READ_AFTER_MS);
        break;
      default:
    }
  }

  #notify(words: NotificationWords): void {
    notify(words, {
      open: this.#options.open,
      answer: (given) => this.#attempt(() => this.#answer(words, given)),
    });
  }

  /** As the window answers. What is refused is said where it was asked. */
  async #answer(words: NotificationWords, given: NotificationAnswer): Promise<void> {
    const { approvalId, optionId } = given;
    const { target, log } = this.#options;
    const { answerCall } = await import('./daemon/api/answer-call.ts');
    const answer = await answerCall(target(), log, 'approval.answer', { approvalId, optionId });
    const refused = refusedAnswerWords(words, answer as CallResult<'approval.answer'>);
    if (refused !== null) this.#notify(refused);
  }

  async #readSilenced(): Promise<void> {
    const { silencedProjects } = await this.#handlers()['catalog.read']({});
    this.#silencedProjects = new Set(silencedProjects);
  }

  #handlers(): Daemon['handlers'] {
    const daemon = this.#options.daemon();
    if (daemon === null) throw new Error('there is no daemon to read from');
    return daemon.handlers;
  }

  #attempt(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      this.#options.log.error({ err: error }, 'what needs a person could not be read');
    });
  }
}
