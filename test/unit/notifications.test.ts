import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BoardWatch } from '../../electron/board-watch.ts';
import { deepLinkIn, linkRegistration, parseDeepLink } from '../../electron/deep-link.ts';
import {
  GROUPING_MS,
  hasNotificationActions,
  NotificationGrouping,
  notificationWords,
  refusedAnswerWords,
  worthTelling,
} from '../../electron/notifications-grouping.ts';
import { quitQuestion } from '../../electron/quit-question.ts';
import { hasTray, trayMenu } from '../../electron/tray-menu.ts';
import type { Waiting } from '../../shared/attention-queue.ts';
import type { OpenQuestion } from '../../shared/board.ts';
import { cardRow, deltaOf } from '../helpers/board-rows.ts';
import { DECEPTIVE, HOSTILE_STRINGS } from '../helpers/hostile-strings.ts';
import { runRow } from '../helpers/run-rows.ts';

function waiting(id: string, row: Partial<Waiting> = {}): Waiting {
  return {
    kind: 'task',
    id,
    state: 'awaiting',
    isHeldByHand: false,
    since: 0,
    title: `Task ${id}`,
    detail: 'Run the migration',
    question: null,
    projectId: 'project',
    projectName: 'app',
    ...row,
  };
}

const question = {
  approvalId: 'approval',
  title: 'Run it',
  toolKind: 'execute' as const,
  subject: '',
  reason: '',
  options: [],
  askedAt: 5,
};

describe('grouping', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('tells together what begins within a second, each once, and then begins anew', () => {
    const tell = vi.fn();
    const grouping = new NotificationGrouping(tell);
    grouping.add([]);
    expect(vi.getTimerCount()).toBe(0);
    grouping.add([waiting('a')]);
    vi.advanceTimersByTime(GROUPING_MS / 2);
    grouping.add([waiting('a')]);
    vi.advanceTimersByTime(GROUPING_MS / 2 - 1);
    grouping.add([waiting('b'), waiting('a', { since: 1 })]);
    expect(tell).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(tell.mock.calls).toEqual([[[waiting('a', { since: 1 }), waiting('b')]]]);
    vi.advanceTimersByTime(GROUPING_MS);
    grouping.add([waiting('c')]);
    vi.advanceTimersByTime(GROUPING_MS);
    expect(tell).toHaveBeenCalledTimes(2);
  });
});

describe('what is told', () => {
  const circumstances = {
    isWindowFocused: false,
    silencedProjects: new Set<string>(),
    isStillWaiting: () => true,
  };

  it('is nothing while the window has the focus, of silenced projects, or dealt with meanwhile', () => {
    const gathered = [waiting('a'), waiting('b', { projectId: 'quiet' })];
    expect(worthTelling(gathered, circumstances)).toHaveLength(2);
    expect(worthTelling(gathered, { ...circumstances, isWindowFocused: true })).toEqual([]);
    const silenced = { ...circumstances, silencedProjects: new Set(['quiet']) };
    expect(worthTelling(gathered, silenced).map(({ id }) => id)).toEqual(['a']);
    const answered = { ...circumstances, isStillWaiting: (id: string) => id !== 'a' };
    expect(worthTelling(gathered, answered).map(({ id }) => id)).toEqual(['b']);
  });

  it('names the one and opens it, or counts several and opens the queue', () => {
    expect(notificationWords([], true)).toBeNull();
    expect(notificationWords([waiting('a')], true)).toEqual({
      title: 'Asks you · app',
      body: 'Task a\nRun the migration',
      opens: { what: 'task', id: 'a' },
      answers: [],
    });
    expect(
      notificationWords(
        ['a', 'b', 'c', 'd', 'e'].map((id) => waiting(id)),
        true,
      ),
    ).toEqual({
      title: '5 need you',
      body: 'Task a\nTask b\nTask c\nand 2 more',
      opens: { what: 'queue' },
      answers: [],
    });
  });
});

describe('the answers on a notification', () => {
  const YES = { optionId: 'yes', name: 'Yes, once', kind: 'allow_once' } as const;
  const ALWAYS = { optionId: 'always', name: 'Yes, always', kind: 'allow_always' } as const;
  const NO = { optionId: 'no', name: 'No', kind: 'reject_once' } as const;
  const asking = (asked: Partial<OpenQuestion>) =>
    waiting('a', {
      question: { ...question, subject: 'make', options: [NO, ALWAYS, YES], ...asked },
    });
  const answersTo = (asked: Partial<OpenQuestion>, hasActions = true) =>
    notificationWords([asking(asked)], hasActions)?.answers;

  it('are a plain yes and no to one question that it tells whole', () => {
    expect(notificationWords([asking({})], true)).toEqual({
      title: 'Asks you · app',
      body: 'Task a\nmake\nRun the migration',
      opens: { what: 'task', id: 'a' },
      answers: [
        { label: 'Approve', approvalId: 'approval', optionId: 'yes' },
        { label: 'Reject', approvalId: 'approval', optionId: 'no' },
      ],
    });
    expect(hasNotificationActions('darwin')).toBe(true);
    expect(hasNotificationActions('linux')).toBe(false);
  });

  it.each<[string, Partial<OpenQuestion>]>([
    ['there is no yes for this once', { options: [ALWAYS, NO] }],
    ['there is no no', { options: [YES] }],
    ['there are two of a kind', { options: [YES, { ...YES, optionId: 'other' }, NO] }],
    ['what would change is not told', { toolKind: 'edit' }],
    ['what would run is cut', { subject: 'make && rm …' }],
    ['what would run may be cut by the system', { subject: 'x'.repeat(121) }],
    ['what would run is several lines', { subject: 'make ⏎ rm -r build' }],
    ['nothing says what would run', { subject: '' }],
    ['nothing says what would run, in some spaces', { subject: '  ' }],
  ])('are none where %s', (_why, asked) => {
    expect(answersTo(asked)).toEqual([]);
  });

  it('stand under all that would run, also where a title that names it is cut before it', () => {
    const title = `${'Tidy up. '.repeat(14)}make && make install`;
    const told = notificationWords(
      [{ ...asking({ title, subject: 'make && make install' }), detail: title }],
      true,
    );
    expect(told?.answers).toHaveLength(2);
    expect(told?.body.split('\n')[1]).toBe('make && make install');
    expect(told?.body.split('\n')[2]).toMatch(/^Tidy up\..*…$/);
    const same = notificationWords([{ ...asking({}), detail: 'make' }], true);
    expect(same?.body).toBe('Task a\nmake');
  });

  it('are none where the platform shows none, and where several things are told', () => {
    expect(answersTo({}, false)).toEqual([]);
    expect(notificationWords([asking({}), waiting('b')], true)?.answers).toEqual([]);
  });

  it('are followed by another notification when they were refused, and only then', () => {
    const words = notificationWords([asking({})], true);
    if (words === null) throw new Error('nothing is told');
    const answered = { outcome: 'answered', optionName: 'Yes, once' } as const;
    expect(refusedAnswerWords(words, { ok: true, value: answered })).toBeNull();
    const before = { outcome: 'already_answered', by: 'ann', optionName: 'No' } as const;
    expect(refusedAnswerWords(words, { ok: true, value: before })).toEqual({
      title: 'Not answered',
      body: expect.stringMatching(/^Task a\n.*ann/),
      opens: { what: 'task', id: 'a' },
      answers: [],
    });
    const problem = { code: 'daemon_not_ready', message: 'It stops.', nextStep: 'Wait.' };
    expect(refusedAnswerWords(words, { ok: false, problem })?.body).toBe('Task a\nIt stops. Wait.');
  });
});

describe('the watch over the board', () => {
  function watching(pages: Parameters<typeof deltaOf>[2][] = []) {
    const began: string[][] = [];
    let page = 0;
    const watch = new BoardWatch({
      read: async () => {
        page += 1;
        return deltaOf(page - 1, page, { ...pages[page - 1], more: page < pages.length });
      },
      owner: () => '127.0.0.1:7455',
      changed: (news) => began.push(news.map(({ id }) => id)),
    });
    return { watch, began };
  }
  const asks = { status: 'running', state: 'awaiting', question } as const;

  it('tells what begins to need a person, and not what a person parked or what goes on waiting', () => {
    const { watch, began } = watching();
    watch.receive(deltaOf(0, 1, { cards: [cardRow({ id: 'a', ...asks })] }));
    watch.receive(deltaOf(1, 2, { cards: [cardRow({ id: 'a', ...asks, title: 'Renamed' })] }));
    watch.receive(
      deltaOf(2, 3, { cards: [cardRow({ id: 'b', status: 'held', state: 'awaiting' })] }),
    );
    const later = { ...question, askedAt: 6 };
    watch.receive(deltaOf(3, 4, { cards: [cardRow({ id: 'a', ...asks, question: later })] }));
    expect(began).toEqual([['a'], [], ['a']]);
    expect(watch.queue.map(({ id }) => id)).toEqual(['a', 'b']);
    watch.receive(deltaOf(4, 5, { cards: [cardRow({ id: 'a', status: 'done', state: 'done' })] }));
    expect(watch.isWaiting('a')).toBe(false);
  });

  it('takes what was there before as no news, and no older page over a newer row', async () => {
    const { watch, began } = watching([
      { cards: [cardRow({ id: 'a', revision: 1, ...asks })] },
      { cards: [cardRow({ id: 'b', revision: 2, ...asks })] },
    ]);
    watch.receive(deltaOf(2, 3, { cards: [cardRow({ id: 'a', revision: 3, state: 'queued' })] }));
    await watch.readAll();
    expect(began.flat()).toEqual([]);
    expect(watch.queue.map(({ id }) => id)).toEqual(['b']);
  });

  it('knows what the end of this daemon would end', () => {
    const { watch } = watching();
    watch.receive(
      deltaOf(0, 1, {
        cards: [
          cardRow({ id: 'runs', status: 'running', state: 'working' }),
          cardRow({ id: 'held', status: 'held', state: 'awaiting' }),
          cardRow({ id: 'queued' }),
          cardRow({ id: 'theirs', status: 'running', ownerDaemon: '127.0.0.1:7460' }),
        ],
        runs: [runRow({ id: 'run' }), runRow({ id: 'ended', status: 'ended' })],
      }),
    );
    expect(watch.live.map(({ id }) => id)).toEqual(['runs', 'held', 'run']);
  });
});

describe('the tray', () => {
  it('lists the window, the queue and the way out, and leaves no title a key or a second line', () => {
    const menu = trayMenu([waiting('a', { title: 'Fish & chips\nnow' })]);
    expect(menu.map((entry) => ('label' in entry ? entry.label : '—'))).toEqual([
      'Show Fleetboard',
      '—',
      '1 needs you',
      'Fish && chips now · app',
      '—',
      'Quit',
    ]);
    const long = trayMenu(Array.from({ length: 20 }, (_none, index) => waiting(`${index}`)));
    expect(long.filter(({ kind }) => kind === 'open')).toHaveLength(12);
    expect(long).toContainEqual({ kind: 'words', label: 'and 8 more' });
  });

  it('keeps a window only where its icon is sure to be seen', () => {
    expect(hasTray('darwin', {})).toBe(true);
    expect(hasTray('win32', {})).toBe(true);
    expect(hasTray('linux', {})).toBe(false);
    expect(hasTray('linux', { XDG_CURRENT_DESKTOP: 'GNOME' })).toBe(false);
    expect(hasTray('linux', { XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' })).toBe(true);
    expect(hasTray('linux', { XDG_CURRENT_DESKTOP: 'KDE' })).toBe(true);
  });
});

describe('quitting', () => {
  it('asks only where work would be ended, and lists it', () => {
    expect(quitQuestion([])).toBeNull();
    const live = Array.from({ length: 10 }, (_none, index) => ({
      id: `${index}`,
      title: `Task ${index}`,
      projectName: 'app',
    }));
    expect(quitQuestion(live)?.message).toBe('10 pieces of work are not finished.');
    expect(quitQuestion(live)?.detail).toContain('•  Task 7 (app)\nand 2 more');
    expect(quitQuestion(live.slice(0, 1))?.message).toBe('One piece of work is not finished.');
  });
});

describe('deep links', () => {
  it.each([
    ['fleetboard://task/0199-ab', { what: 'task', id: '0199-ab' }],
    ['fleetboard://run/0199-ab/', { what: 'run', id: '0199-ab' }],
    ['fleetboard://window/index.html', null],
    ['fleetboard://task/', null],
    ['fleetboard://task/a/b', null],
    ['fleetboard://task/a?b', null],
    ['fleetboard://task/%2e%2e', null],
    [`fleetboard://task/${'a'.repeat(201)}`, null],
    ['https://task/a', null],
    [' fleetboard://task/a', null],
  ])('%s', (link, shown) => {
    expect(parseDeepLink(link)).toEqual(shown);
  });

  it('are found in a command line, and never in the name of the program', () => {
    expect(deepLinkIn(['electron', '.', '--flag', 'fleetboard://run/a'])).toEqual({
      what: 'run',
      id: 'a',
    });
    expect(deepLinkIn(['fleetboard://run/a'])).toBeNull();
  });

  it('are registered where the system allows it', () => {
    expect(linkRegistration('darwin', true, '/app')).toEqual({ register: 'application' });
    expect(linkRegistration('win32', false, 'C:\\app')).toEqual({
      register: 'runtime',
      args: ['C:\\app'],
    });
    expect(linkRegistration('linux', false, '/app')).toEqual({ register: 'nothing' });
  });
});

describe('what agents print', () => {
  it.each(HOSTILE_STRINGS)('is safe to read in the words of the system: $name', ({ text }) => {
    const row = waiting('one', { title: text, detail: text, projectName: text });
    const told = notificationWords([row], true);
    const several = notificationWords([row, waiting('two')], true);
    const quit = quitQuestion([{ id: 'one', title: text, projectName: text }]);
    const menu = trayMenu([row]).map((entry) => ('label' in entry ? entry.label : ''));
    const lines = [told?.title, quit?.message, ...menu];
    const texts = [told?.body, several?.title, several?.body, quit?.detail];
    for (const words of [...lines, ...texts]) {
      expect(words).not.toMatch(DECEPTIVE);
      expect(words?.length).toBeLessThan(500);
    }
    for (const line of lines) expect(line).not.toContain('\n');
    // A text of several lines cannot pass for several things to know.
    expect(told?.body.split('\n').length).toBeLessThanOrEqual(2);
    expect(quit?.detail.split('\n')).toHaveLength(3);
  });
});
