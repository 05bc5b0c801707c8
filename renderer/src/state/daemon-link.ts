import { assertNever } from '../../../shared/assert-never.ts';
import type { Activity } from '../../../shared/board.ts';
import type { BoardDelta } from '../../../shared/board-delta.ts';
import type { CallResult, Push, Startup } from '../../../shared/contract.ts';
import type { Connection } from '../api/browser-connection.ts';
import { call, isConnectionLost, isInWindow, subscribe, watchConnection } from '../api/daemon.ts';
import { applyDeltas, type Board } from './board.ts';
import { BoardReader } from './board-reader.ts';
import { type Fleet, useFleet } from './fleet-store.ts';
import { FrameBatch } from './frame-batch.ts';
import { movesInLanes, orderLanes, type Place, placeOfCard, placeOfRun } from './lane-order.ts';
import { refuseWith } from './notices.ts';
import type { Change } from './tally.ts';

/** Keeps the store what the daemon says. Call once; returns the function that ends it. */
export function linkToDaemon(): () => void {
  let deltas: BoardDelta[] = [];
  let activities: Activity[] = [];
  let isLoaded = false;
  let waitsForRows = false;

  // Asked for along with the startup: a daemon that is there by now need not be asked again for its board.
  let askedAhead: Promise<CallResult<'board.first'>> | null = null;

  const frame = new FrameBatch(() => {
    const taken = { deltas, activities };
    deltas = [];
    activities = [];
    useFleet.setState((fleet) => withChanges(fleet, taken.deltas, taken.activities));
    if (waitsForRows && taken.deltas.length > 0) showBoard();
  });

  const reader = new BoardReader({
    read: (since) => call('board.changes', { since }),
    readFirst,
    take(delta) {
      deltas.push(delta);
      // The first rows have nothing on screen to keep in step with.
      if (waitsForRows) frame.runSoon();
      else frame.request();
    },
    painted: nextFramePainted,
    caughtUp() {
      if (useFleet.getState().isBoardRead) return;
      isLoaded = true;
      frame.request();
    },
    failed(problem) {
      if (waitsForRows) showBoard();
      if (!isConnectionLost(problem)) refuseWith('The board', problem);
    },
  });

  async function readFirst(): Promise<CallResult<'board.first'>> {
    const ahead = await askedAhead;
    askedAhead = null;
    return ahead?.ok ? ahead : call('board.first', {});
  }

  function takeActivities(latest: readonly Activity[]): void {
    activities.push(...latest);
    frame.request();
  }

  async function readActivity(): Promise<void> {
    const answer = await call('board.activity', {});
    if (answer.ok) takeActivities(answer.value);
  }

  /** A board is drawn once, with its first rows, and not before that without them. */
  function takeStartup(startup: Startup): void {
    if (startup.state !== 'ready') {
      waitsForRows = false;
      useFleet.setState({ startup });
    } else if (useFleet.getState().startup.state !== 'ready' && !waitsForRows) {
      waitsForRows = true;
      readEverything();
    }
  }

  function showBoard(): void {
    waitsForRows = false;
    useFleet.setState({ startup: { state: 'ready' } });
  }

  function readEverything(): void {
    // First, because they are answered in this order.
    void reader.catchUp();
    void readCatalog();
    void readDaemons();
    void readActivity();
  }

  function receive(push: Push): void {
    switch (push.event) {
      case 'board':
        reader.receive(push.delta);
        break;
      case 'activity':
        takeActivities(push.activities);
        break;
      case 'startup':
        takeStartup(push.startup);
        break;
      case 'catalog':
        void readCatalog();
        break;
      case 'fleet':
        useFleet.setState(push.fleet);
        break;
      case 'dispatch':
        useFleet.setState(({ eventPosition }) => ({
          eventPosition: Math.max(eventPosition, push.events.at(-1)?.position ?? 0),
        }));
        break;
      default:
        assertNever(push);
    }
  }

  async function readStartup(): Promise<{ readonly isLost: boolean }> {
    const answer = await call('startup.read', {});
    const isLost = !answer.ok && isConnectionLost(answer.problem);
    // What a board shows stays; the next connection reads again.
    if (isLost && useFleet.getState().startup.state === 'ready') return { isLost };
    takeStartup(answer.ok ? answer.value : { state: 'failed', problem: answer.problem });
    return { isLost };
  }

  function takeConnection({ isConnected, heardAt }: Connection): void {
    const { isConnected: wasConnected, reconnections } = useFleet.getState();
    if (isConnected === wasConnected) return;
    useFleet.setState({
      isConnected,
      heardAt,
      reconnections: reconnections + (isConnected ? 1 : 0),
    });
    if (isConnected) void readMissed();
  }

  /** What was pushed while nobody listened, of a daemon that may be another one by now. */
  async function readMissed(): Promise<void> {
    const wasReady = useFleet.getState().startup.state === 'ready';
    const { isLost } = await readStartup();
    if (!isLost && wasReady && useFleet.getState().startup.state === 'ready') readEverything();
  }

  /** Read with the frame that brings the last page, so that the first board is shown whole. */
  function withChanges(
    fleet: Fleet,
    newDeltas: readonly BoardDelta[],
    newActivities: readonly Activity[],
  ): Partial<Fleet> {
    const board = applyDeltas(fleet.board, newDeltas);
    return {
      board,
      lanes: lanesAfter(fleet, board),
      activity: activityAfter(fleet.activity, board, newActivities),
      isBoardRead: fleet.isBoardRead || isLoaded,
    };
  }

  const ends = [subscribe(receive), watchConnection(takeConnection)];
  void readStartup();
  if (isInWindow()) askedAhead = call('board.first', {});
  return () => {
    for (const end of ends) end();
  };
}

/** The frame after the next begins when the next has been painted. */
function nextFramePainted(): Promise<void> {
  return new Promise((resolve) => {
    new FrameBatch(() => new FrameBatch(resolve).request()).request();
  });
}

/** Also after a start or a change of config.json: what can be chosen has changed. */
export async function readCatalog(): Promise<void> {
  const answer = await call('catalog.read', {});
  if (answer.ok) useFleet.setState({ catalog: answer.value });
  else refuseWith('Agents and settings', answer.problem);
}

async function readDaemons(): Promise<void> {
  const answer = await call('fleet.read', {});
  if (answer.ok) useFleet.setState(answer.value);
  else refuseWith('Daemons', answer.problem);
}

function lanesAfter({ filter, lanes }: Fleet, board: Board) {
  const moves = <Row>({ before, after }: Change<Row>, placeOf: (row: Row) => Place) =>
    movesInLanes(before && placeOf(before), placeOf(after), filter);
  const isMoved =
    board.changes.cards.some((change) => moves(change, placeOfCard)) ||
    board.changes.runs.some((change) => moves(change, placeOfRun));
  return isMoved ? orderLanes(board, filter, lanes) : lanes;
}

/** What an ended session did last is no news any more; its card has the result. */
function activityAfter(
  known: ReadonlyMap<string, Activity>,
  board: Board,
  incoming: readonly Activity[],
): ReadonlyMap<string, Activity> {
  const hasEnded = (sessionId: string) => board.sessions.get(sessionId)?.state === 'ended';
  const ended = [...known.keys()].filter(hasEnded);
  if (incoming.length === 0 && ended.length === 0) return known;
  const next = new Map(known);
  for (const activity of incoming) next.set(activity.sessionId, activity);
  for (const sessionId of ended) next.delete(sessionId);
  return next;
}
