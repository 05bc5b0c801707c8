import { beforeEach, describe, expect, it, vi } from 'vitest';
import { linkToDaemon } from '../../renderer/src/state/daemon-link.ts';
import { useFleet } from '../../renderer/src/state/fleet-store.ts';
import { catalogOf, deltaOf } from '../helpers/board-rows.ts';

const PATIENCE_MS = 10_000;
const PROBLEM = { code: 'database_busy', message: 'It is busy.', nextStep: 'Wait.' };

const called: string[] = [];

/** A window, as far as the link needs one: its bridge and its frames. Each answer of the board is given once, the last again. */
function linkWindow(...boards: readonly unknown[]): void {
  let asked = 0;
  called.length = 0;
  const answers: Readonly<Record<string, unknown>> = {
    'startup.read': { ok: true, value: { state: 'ready' } },
    'catalog.read': { ok: true, value: catalogOf('127.0.0.1:7455') },
    'fleet.read': { ok: true, value: { daemons: [] } },
    'board.activity': { ok: true, value: [] },
  };
  vi.stubGlobal('window', {
    fleetboard: {
      call: async (method: string) => {
        called.push(method);
        if (method !== 'board.first') return answers[method];
        asked += 1;
        return boards[Math.min(asked, boards.length) - 1];
      },
      subscribe: () => () => {},
    },
  });
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => setTimeout(work));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
}

describe('a page that has just found its daemon', () => {
  beforeEach(() => useFleet.setState({ startup: { state: 'starting' }, isBoardRead: false }));

  it('shows the board once it has its rows, and never without them', async () => {
    linkWindow({ ok: true, value: deltaOf(0, 0) });
    const whenShown: boolean[] = [];
    const endWatch = useFleet.subscribe(({ startup, isBoardRead }) => {
      if (startup.state === 'ready') whenShown.push(isBoardRead);
    });
    const end = linkToDaemon();
    await vi.waitFor(() => expect(whenShown).not.toEqual([]), PATIENCE_MS);
    endWatch();
    end();
    expect(whenShown).not.toContain(false);
    expect(called.filter((method) => method === 'board.first')).toHaveLength(1);
  });

  it('asks again for a board that it asked for before the daemon was there', async () => {
    const notReady = { code: 'daemon_not_ready', message: 'It is not running.', nextStep: 'Wait.' };
    linkWindow({ ok: false, problem: notReady }, { ok: true, value: deltaOf(0, 0) });
    const end = linkToDaemon();
    await vi.waitFor(() => expect(useFleet.getState().isBoardRead).toBe(true), PATIENCE_MS);
    end();
    expect(called.filter((method) => method === 'board.first')).toHaveLength(2);
    expect(useFleet.getState().notices).toEqual([]);
  });

  it('shows a board that cannot be read, to say why', async () => {
    linkWindow({ ok: false, problem: PROBLEM });
    const end = linkToDaemon();
    await vi.waitFor(() => expect(useFleet.getState().startup.state).toBe('ready'), PATIENCE_MS);
    end();
    expect(useFleet.getState().isBoardRead).toBe(false);
    expect(useFleet.getState().notices).toMatchObject([{ code: PROBLEM.code }]);
  });
});
