import { readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CONTENT_SECURITY_POLICY } from '../../electron/daemon/api/content-security-policy.ts';
import type { Daemon } from '../../electron/daemon/daemon.ts';
import { DaemonCannotStart } from '../../electron/daemon/daemon-cannot-start.ts';
import { applicationDataFolder, readLaunchSettings } from '../../electron/launch-settings.ts';
import { RunningDaemon } from '../../electron/running-daemon.ts';
import { prepareUserDataFolder } from '../../electron/user-data-folder.ts';
import type { Push } from '../../shared/contract.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

describe('the settings of a start', () => {
  it('are a home of the user and the usual port when nothing is set', () => {
    expect(readLaunchSettings({ FLEETBOARD_PORT: '' })).toEqual({
      home: path.join(applicationDataFolder({}, process.platform, homedir()), 'fleetboard'),
      port: { accepted: true, port: 7455 },
      sqliteBinding: null,
    });
  });

  it.each([
    ['linux', {}, '/home/me/.config'],
    ['linux', { XDG_CONFIG_HOME: '/elsewhere' }, '/elsewhere'],
    ['darwin', { XDG_CONFIG_HOME: '/elsewhere' }, '/home/me/Library/Application Support'],
    ['win32', { APPDATA: '/roaming' }, '/roaming'],
  ] as const)('put the home where %s keeps what applications have', (platform, set, folder) => {
    expect(applicationDataFolder(set, platform, '/home/me')).toBe(path.normalize(folder));
  });

  it.each(['0', '65536', '7455.5', '-1', 'abc', '0x1D1F', ' 80'])(
    'refuse the port "%s" and say what was expected',
    (written) => {
      const { port } = readLaunchSettings({ FLEETBOARD_PORT: written });
      expect(port).toMatchObject({
        accepted: false,
        problem: {
          code: 'port_not_accepted',
          message: `FLEETBOARD_PORT is "${written}". Expected a whole number from 1 to 65535.`,
        },
      });
    },
  );
});

describe('the folder of the window', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder('window-test');
  });
  afterEach(() => folder.remove());

  it('lies in the home, which nobody else can read', () => {
    const home = path.join(folder.path, 'a', 'home');
    expect(prepareUserDataFolder(home)).toBe(path.join(home, 'window'));
    if (process.platform !== 'win32') expect(statSync(home).mode & 0o777).toBe(0o700);
  });

  it('is a temporary one when the home cannot be written', () => {
    const file = path.join(folder.path, 'file');
    writeFileSync(file, '');
    const substitute = prepareUserDataFolder(path.join(file, 'home'));
    expect(substitute).toMatch(/fleetboard-window-\w+$/);
    expect(statSync(substitute).isDirectory()).toBe(true);
    rmdirSync(substitute);
  });

  it.runIf(process.platform === 'linux')('is a temporary one also where folders cannot be', () => {
    const substitute = prepareUserDataFolder('/proc/fleetboard/home');
    expect(substitute).toMatch(/fleetboard-window-\w+$/);
    rmdirSync(substitute);
  });
});

describe('the daemon of the application', () => {
  const log = () => ({ error: vi.fn() });

  function daemonThatStops(stop: () => Promise<void>): Daemon {
    return { handlers: {}, subscribe: () => () => {}, stop } as unknown as Daemon;
  }

  it('that cannot start says why, in its own words', async () => {
    const problem = { code: 'port_in_use', message: 'Port 1 is used.', nextStep: 'Use another.' };
    const pushed: Push[] = [];
    const errors = log();
    const daemon = new RunningDaemon(
      () => Promise.reject(new DaemonCannotStart(problem)),
      (push) => pushed.push(push),
      errors,
    );
    expect(daemon.startup).toEqual({ state: 'starting' });
    await daemon.stop();
    expect(daemon.startup).toEqual({ state: 'failed', problem });
    expect(pushed).toEqual([{ event: 'startup', startup: { state: 'failed', problem } }]);
    expect(errors.error).not.toHaveBeenCalled();
  });

  it('that is stopped while it starts is stopped when it is there, and once', async () => {
    const stop = vi.fn(async () => {});
    let arrive = (_: Daemon) => {};
    const daemon = new RunningDaemon(
      () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
      () => {},
      log(),
    );
    const stopped = Promise.all([daemon.stop(), daemon.stop()]);
    arrive(daemonThatStops(stop));
    await stopped;
    expect(stop).toHaveBeenCalledTimes(1);
  });
});

describe('the content security policy', () => {
  it('is the same in the page as in the header, but for what a page cannot say of itself', () => {
    const file = fileURLToPath(new URL('../../renderer/index.html', import.meta.url));
    const inPage = /content="(default-src[^"]*)"/.exec(readFileSync(file, 'utf8'))?.[1];
    expect(`${inPage}; frame-ancestors 'none'`).toBe(CONTENT_SECURITY_POLICY);
  });
});
