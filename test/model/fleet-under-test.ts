import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type Database from 'better-sqlite3';
import type { Store, Task } from '../../electron/daemon/store/store.ts';
import { assertNever } from '../../shared/assert-never.ts';
import { workError } from '../../shared/work-errors.ts';
import { QUESTION } from '../helpers/store-bench.ts';
import {
  type Row,
  type SqliteDatabaseUnderTest,
  sqliteDatabase,
} from '../helpers/store-database.ts';
import { actAsOldProgram } from './old-program.ts';
import { type QueueModel, resultOf, sessionOf } from './queue-model.ts';
import { ACTOR, BACKOFF, DAEMONS, type Daemon, HOLD_MAX_MS, LEASE_MS, type Step } from './steps.ts';

/** In memory where the system has such a folder: nothing here pulls the plug, and most of a step is waiting for the disk. */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const OPTIONS = [
  { optionId: 'allow', name: 'allow', kind: 'allow_once' as const },
  { optionId: 'reject', name: 'reject', kind: 'reject_once' as const },
];

/** The tables as they are after a step, and what the step appended. */
export interface View {
  readonly tasks: readonly Row[];
  readonly approvals: readonly Row[];
  readonly audit: readonly Row[];
  readonly events: readonly Row[];
  readonly boardRevision: number;
}

/**
 * The programs that share one real file: a store for each current daemon, and a plain connection for the old program.
 * The model says what time it is, who is who, and which claim or question a step speaks of.
 */
export class FleetUnderTest {
  readonly database: SqliteDatabaseUnderTest = sqliteDatabase(FOLDER);
  readonly #stores: Record<Daemon, Store> = { A: this.database.open(), B: this.database.open() };
  /** Ids of the questions of each task in the order of asking. */
  readonly #approvals = new Map<string, string[]>();
  readonly #statements = new Map<string, Database.Statement<{ after: number }, Row>>();
  #lastAudit = 0;
  #lastEvent = 0;

  store(daemon: Daemon): Store {
    return this.#stores[daemon];
  }

  /** Does for real what the step says, and returns what the store answered. */
  async perform(step: Step, model: QueueModel): Promise<unknown> {
    const { queue } = model;
    const { now } = queue;
    switch (step.do) {
      case 'enqueue':
        return this.#enqueue(step, model);
      case 'claim':
        return this.#stores[step.by].tasks.claimNext({
          me: queue.me(step.by),
          workerCap: step.cap,
          excludedIds: step.except,
          now,
        });
      case 'release':
      case 'markRunning':
      case 'touch':
      case 'complete':
      case 'fail':
        return this.#report(step, model);
      case 'reclaimStale': {
        const me = queue.me(step.by);
        const { tasks } = this.#stores[step.by];
        const due = await tasks.dueNow(me, LEASE_MS, now);
        return ifDue(due.stale, await tasks.reclaimStale(me, LEASE_MS, now));
      }
      case 'settleHeld': {
        const me = queue.me(step.by);
        const { tasks } = this.#stores[step.by];
        const due = await tasks.dueNow(me, LEASE_MS, now);
        return ifDue(due.held, await tasks.settleHeld(me, now));
      }
      case 'failLapsed':
        return this.#failLapsed(step.by, model);
      case 'restart':
        this.#stores[step.by].close();
        this.#stores[step.by] = this.database.open();
        return undefined;
      case 'hold':
      case 'unhold':
      case 'unholdWithoutWorker':
      case 'cancel':
      case 'dismiss':
        return this.#act(step, model);
      case 'ask':
        return this.#ask(step, model);
      case 'answer': {
        const id = this.#approvalId(step, model) ?? 'never asked';
        const me = queue.me(step.by);
        const { approvals } = this.#stores[step.by];
        return approvals.answer(id, step.option, me, ACTOR, BACKOFF, now);
      }
      case 'takeBack': {
        const index = model.questionIndex(step.task, step.questionsAgo);
        const { session = 'none', request = 'none' } = queue.questionsOf(step.task)[index] ?? {};
        const { approvals } = this.#stores[queue.daemonOf(step) ?? 'A'];
        return approvals.expireIfOpen(step.task, session, request, now);
      }
      case 'pass':
      case 'jump':
        return undefined;
      case 'sleep':
        return Promise.all(
          DAEMONS.map((daemon) => this.#shift(daemon, step.ms, now + step.ms, model)),
        );
      case 'shiftDeadlines':
        return this.#shift(step.by, step.ms, now, model);
      case 'oldInsert':
      case 'oldClaim':
      case 'oldFinish':
      case 'oldReclaim':
        actAsOldProgram(step, this.database, now);
        return undefined;
      default:
        return assertNever(step);
    }
  }

  /** The rows of the file, and what was appended since they were last looked at. */
  look(): View {
    const view = {
      tasks: this.#rows('SELECT * FROM dispatch_tasks ORDER BY id'),
      approvals: this.#rows('SELECT * FROM approvals ORDER BY rowid').map((row) => ({
        ...row,
        name: this.#approvalName(row),
      })),
      audit: this.#rows('SELECT * FROM audit WHERE id > @after ORDER BY id', this.#lastAudit),
      events: this.#rows(
        'SELECT rowid, * FROM dispatch_events WHERE rowid > @after ORDER BY rowid',
        this.#lastEvent,
      ),
      boardRevision: Number(this.#rows('SELECT revision FROM board')[0]?.revision),
    };
    this.#lastAudit = Number(view.audit.at(-1)?.id ?? this.#lastAudit);
    this.#lastEvent = Number(view.events.at(-1)?.rowid ?? this.#lastEvent);
    return view;
  }

  /** `task index` of a question, counted by the answers that its asking got. */
  #approvalName({ id, task_id: task }: Row): string {
    return `${task} ${this.#approvals.get(String(task))?.indexOf(String(id)) ?? 'by nobody'}`;
  }

  #rows(sql: string, after = 0): readonly Row[] {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.database.outside().prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement.all({ after });
  }

  remove(): void {
    this.database.remove();
  }

  #enqueue(step: Extract<Step, { do: 'enqueue' }>, { queue }: QueueModel): Promise<Task> {
    const { task: id, project: projectId, kind, failureLimit, by } = step;
    return this.#stores[by].tasks.enqueue(
      {
        ...{ id, projectId, kind, failureLimit, shape: 'ship', folder: '/folder', agent: 'agent' },
        targetSession: kind === 'send' ? 'a session' : null,
        ...{ prompt: 'Mend the gate', profile: 'careful', createdBy: ACTOR },
        ...(kind === 'attempt' && { runId: 'run', attemptId: `attempt ${id}` }),
      },
      { id: projectId, name: projectId, folder: '/folder' },
      queue.me(by),
      queue.now,
    );
  }

  #report(
    step: Extract<Step, { do: 'release' | 'markRunning' | 'touch' | 'complete' | 'fail' }>,
    { queue }: QueueModel,
  ): Promise<unknown> {
    const claim = queue.claimOf(step.task, step.generationsAgo);
    const { tasks } = this.#stores[queue.claimantOf(claim)];
    const { now } = queue;
    switch (step.do) {
      case 'release':
        return tasks.release(claim, 'Deferred.', now);
      case 'markRunning': {
        const at = { sessionId: sessionOf(claim), workFolder: '/folder', branch: null };
        return tasks.markRunning(claim, at, now);
      }
      case 'touch':
        return tasks.touch([claim], now);
      case 'complete':
      case 'fail': {
        const result = resultOf(step, now);
        return result.outcome === 'done'
          ? tasks.complete(claim, result.digest, now)
          : tasks.fail(claim, workError(result.code, result.code), BACKOFF, now);
      }
      default:
        return assertNever(step);
    }
  }

  #act(
    step: Extract<Step, { do: 'hold' | 'unhold' | 'unholdWithoutWorker' | 'cancel' | 'dismiss' }>,
    { queue }: QueueModel,
  ): Promise<unknown> {
    const { tasks } = this.#stores[step.by];
    const me = queue.me(step.by);
    const { now } = queue;
    switch (step.do) {
      case 'hold':
        return tasks.hold(step.task, me, HOLD_MAX_MS, ACTOR, now);
      case 'unhold':
        return tasks.unhold(step.task, me, ACTOR, BACKOFF, now);
      case 'unholdWithoutWorker':
        return tasks.unholdWithoutWorker(step.task, me, BACKOFF, now);
      case 'cancel':
        return tasks.cancel(step.task, me, ACTOR, now);
      case 'dismiss':
        return tasks.dismiss(step.task, ACTOR, now);
      default:
        return assertNever(step);
    }
  }

  async #ask(step: Extract<Step, { do: 'ask' }>, { queue }: QueueModel): Promise<unknown> {
    const claim = queue.claimOf(step.task, step.generationsAgo);
    const question = { ...QUESTION, requestId: step.request, options: OPTIONS };
    const asked = await this.#stores[step.by].approvals.ask(
      claim,
      sessionOf(claim),
      question,
      queue.me(step.by),
      HOLD_MAX_MS,
      queue.now,
    );
    if ('approvalId' in asked) {
      const earlier = this.#approvals.get(step.task) ?? [];
      this.#approvals.set(step.task, [...earlier, asked.approvalId]);
    }
    return asked;
  }

  #approvalId(step: Extract<Step, { do: 'answer' }>, model: QueueModel): string | undefined {
    return this.#approvals.get(step.task)?.[model.questionIndex(step.task, step.questionsAgo)];
  }

  /** What the dispatcher does about questions that nobody answered. */
  async #failLapsed(by: Daemon, { queue }: QueueModel): Promise<unknown> {
    const { approvals, tasks } = this.#stores[by];
    const ends = [];
    const me = queue.me(by);
    const due = await tasks.dueNow(me, LEASE_MS, queue.now);
    for (const { taskId: id, generation } of ifDue(
      due.lapsed,
      await approvals.lapsed(me, queue.now),
    )) {
      const error = workError('hold_lapsed', 'hold_lapsed');
      ends.push(await tasks.fail({ id, generation }, error, BACKOFF, queue.now));
    }
    return ends;
  }

  #shift(daemon: Daemon, ms: number, now: number, { queue }: QueueModel): Promise<number> {
    return this.#stores[daemon].tasks.shiftDeadlines(queue.me(daemon), ms, now);
  }
}

/** A tick does only what is due: what was found must have been, and nothing else. */
function ifDue<Found>(due: boolean, found: readonly Found[]): readonly Found[] {
  if (due !== found.length > 0) throw new Error(`Due: ${due}, but ${found.length} were found.`);
  return found;
}
