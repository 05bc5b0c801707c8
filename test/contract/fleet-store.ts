import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ME, ME_RESTARTED, OTHER, StoreBench } from '../helpers/store-bench.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

const ABOUT = { machine: 'desk', pid: 7, version: '1.0.0' };

/** What any implementation must know of the daemons that share it. */
export function describeFleetStore(name: string, create: CreateDatabase): void {
  describe(`the fleet of the ${name} store`, () => {
    let bench: StoreBench;
    beforeEach(() => {
      bench = new StoreBench(create);
    });
    afterEach(() => bench.remove());

    it('lists every daemon that registered, by address', async () => {
      const { fleet } = bench.store;
      await fleet.register(OTHER, { ...ABOUT, pid: 8, version: '2.0.0' }, 200);
      await fleet.register(ME, ABOUT, 100);
      expect(await fleet.daemons()).toEqual([
        { ...ME, ...ABOUT, startedAt: 100, heartbeatAt: 100, stoppedAt: null },
        {
          ...OTHER,
          ...ABOUT,
          pid: 8,
          version: '2.0.0',
          startedAt: 200,
          heartbeatAt: 200,
          stoppedAt: null,
        },
      ]);
    });

    it('a restart takes the place of the boot before it, also of one that stopped', async () => {
      const { fleet } = bench.store;
      await fleet.register(ME, ABOUT, 100);
      await fleet.markStoppedIfRegistered(ME, 150);
      await fleet.register(ME_RESTARTED, { ...ABOUT, pid: 9 }, 200);
      expect(await fleet.daemons()).toEqual([
        { ...ME_RESTARTED, ...ABOUT, pid: 9, startedAt: 200, heartbeatAt: 200, stoppedAt: null },
      ]);
    });

    it('a heartbeat counts for the registered boot alone', async () => {
      const { fleet } = bench.store;
      await fleet.register(ME, ABOUT, 100);
      expect(await fleet.beatIfRegistered(ME, 150)).toBe(true);
      expect(await fleet.beatIfRegistered(ME_RESTARTED, 160)).toBe(false);
      expect(await fleet.beatIfRegistered(OTHER, 170)).toBe(false);
      expect((await fleet.daemons())[0]).toMatchObject({ heartbeatAt: 150 });
    });

    it('one that stopped beats no more, and stops once', async () => {
      const { fleet } = bench.store;
      await fleet.register(ME, ABOUT, 100);
      expect(await fleet.markStoppedIfRegistered(ME_RESTARTED, 110)).toBe(false);
      expect(await fleet.markStoppedIfRegistered(ME, 120)).toBe(true);
      expect(await fleet.markStoppedIfRegistered(ME, 130)).toBe(false);
      expect(await fleet.beatIfRegistered(ME, 140)).toBe(false);
      expect((await fleet.daemons())[0]).toMatchObject({ heartbeatAt: 100, stoppedAt: 120 });
    });

    it('knows of no refused program until there was one', async () => {
      expect(await bench.store.fleet.oldWriter()).toBeNull();
    });
  });
}
