import { statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Daemon, startDaemon } from '../../electron/daemon/daemon.ts';
import { freePort } from '../helpers/free-port.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let port: number;

beforeEach(async () => {
  folder = temporaryFolder('port');
  port = await freePort();
});
afterEach(() => folder.remove());

const start = (home: string): Promise<Daemon> =>
  startDaemon({ home, port, version: '1.2.3', sqliteBinding: null });

describe('a daemon that finds its port taken says who holds it:', () => {
  it('a daemon of the same home, with its version and process', async () => {
    const first = await start(folder.path);
    await expect(start(folder.path)).rejects.toMatchObject({
      problem: {
        code: 'port_taken',
        message: `Fleetboard 1.2.3 (pid ${process.pid}) of this home holds port ${port} on 127.0.0.1.`,
        nextStep: expect.stringContaining(`FLEETBOARD_PORT=${port + 1}`),
      },
    });
    await first.stop();
  });

  it('a daemon of another home', async () => {
    const first = await start(path.join(folder.path, 'one'));
    await expect(start(path.join(folder.path, 'two'))).rejects.toMatchObject({
      problem: { message: expect.stringMatching(/^A Fleetboard of another home or user holds/) },
    });
    await first.stop();
  });

  it.each([
    ['that answers something else', 'hello'],
    ['that answers nothing', null],
  ])('another program %s', async (_what, answer) => {
    const stranger = createServer((_request, response) => {
      if (answer !== null) response.end(answer);
    });
    await new Promise<void>((resolve) => stranger.listen(port, '127.0.0.1', () => resolve()));
    await expect(start(folder.path)).rejects.toMatchObject({
      problem: { message: `Another program holds port ${port} on 127.0.0.1.` },
    });
    stranger.closeAllConnections();
    await new Promise((resolve) => stranger.close(resolve));
  });
});

describe.skipIf(process.platform === 'win32')('the token', () => {
  it('can be read by this user alone, and is another one after each start', async () => {
    const file = path.join(folder.path, `api-${port}.token`);
    const first = await start(folder.path);
    const { mode, ino } = statSync(file);
    expect(mode & 0o777).toBe(0o600);
    await first.stop();
    const second = await start(folder.path);
    expect(statSync(file).ino).not.toBe(ino);
    await second.stop();
  });
});
