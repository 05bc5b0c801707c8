import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../helpers/free-port.ts';

export interface RedisServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** A server of its own that syncs every write to disk; null where none is installed. */
export async function startRedis(folder: string): Promise<RedisServer | null> {
  const home = path.join(folder, 'redis');
  mkdirSync(home);
  const port = await freePort();
  const server = spawn(
    'redis-server',
    [
      '--bind',
      '127.0.0.1',
      '--port',
      `${port}`,
      '--dir',
      home,
      '--save',
      '',
      '--appendonly',
      'yes',
      '--appendfsync',
      'always',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (!(await isReady(server))) return null;
  return {
    port,
    async stop() {
      const gone = once(server, 'exit');
      server.kill();
      await gone;
    },
  };
}

async function isReady(server: ChildProcess): Promise<boolean> {
  try {
    await once(server, 'spawn');
  } catch {
    return false;
  }
  for await (const lines of server.stdout ?? []) {
    if (String(lines).includes('Ready to accept connections')) break;
  }
  return server.exitCode === null;
}
