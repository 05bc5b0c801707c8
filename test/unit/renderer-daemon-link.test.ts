import { beforeAll, describe, expect, it, vi } from 'vitest';
import { linkToDaemon } from '../../renderer/src/state/daemon-link.ts';
import { useFleet } from '../../renderer/src/state/fleet-store.ts';
import { catalogOf, deltaOf } from '../helpers/board-rows.ts';

const PATIENCE_MS = 10_000;

const ANSWERS: Readonly<Record<string, unknown>> = {
  'startup.read': { state: 'ready' },
  'catalog.read': catalogOf('127.0.0.1:7455'),
  'fleet.read': { daemons: [] },
  'board.first': deltaOf(0, 0),
  'board.changes': deltaOf(0, 0),
  'board.activity': [],
};

describe('the link of a page to its daemon', () => {
  const sockets: EventTarget[] = [];
  const called: string[] = [];
  let refusedCall = Number.NaN;
  const timesCalled = (method: string) => called.filter((each) => each === method).length;
  const lose = () => sockets.at(-1)?.dispatchEvent(new Event('close'));

  // A browser, as far as the link needs one.
  beforeAll(() => {
    const noListeners = { addEventListener: () => {}, removeEventListener: () => {} };
    vi.stubGlobal('window', noListeners);
    vi.stubGlobal('location', { hash: '', host: '127.0.0.1:7455' });
    vi.stubGlobal('document', { hidden: true, ...noListeners });
    vi.stubGlobal('requestAnimationFrame', (work: () => void) => setTimeout(work));
    vi.stubGlobal('cancelAnimationFrame', clearTimeout);
    vi.stubGlobal(
      'WebSocket',
      class extends EventTarget {
        constructor() {
          super();
          sockets.push(this);
          setTimeout(() => this.dispatchEvent(new Event('open')));
        }
        close() {}
      },
    );
    vi.stubGlobal('fetch', async (url: string) => {
      const method = url.slice('/v1/call/'.length);
      called.push(method);
      if (method === 'startup.read' && timesCalled(method) === refusedCall) {
        throw new TypeError('Failed to fetch');
      }
      return { status: 200, json: async () => ({ ok: true, value: ANSWERS[method] }) };
    });
  });

  it('keeps the board when the connection goes away again, and reads it with the next one', async () => {
    const end = linkToDaemon();
    await vi.waitFor(() => expect(useFleet.getState().isBoardRead).toBe(true), PATIENCE_MS);
    const states = new Set<string>();
    useFleet.subscribe(({ startup }) => states.add(startup.state));

    // The second call looks whether the daemon is there again; the third asks what was missed.
    refusedCall = 3;
    lose();
    await vi.waitFor(() => expect(timesCalled('startup.read')).toBe(3), PATIENCE_MS);
    lose();
    await vi.waitFor(() => expect(timesCalled('board.changes')).toBe(1), PATIENCE_MS);
    end();
    expect(sockets).toHaveLength(3);
    expect(states).toEqual(new Set(['ready']));
    expect(useFleet.getState().notices).toEqual([]);
  });
});
