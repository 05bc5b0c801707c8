import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { CalledDaemon } from './called-daemon.ts';

/** A way to take the room from a daemon's home while it runs, and to give it back. */
export interface FullDisk {
  readonly name: string;
  /** What the daemon calls it. */
  readonly code: string;
  /** The command in which the daemon is started. */
  wrapper(home: string): readonly string[];
  /** The same with no room from the beginning. */
  fullWrapper(home: string): readonly string[];
  /** Where the daemon's home is to be found from outside. */
  homeOf(daemon: CalledDaemon, home: string): string;
  fill(daemon: CalledDaemon, home: string): void;
  makeRoom(daemon: CalledDaemon, home: string): void;
}

const BALLAST = 'ballast';
const NEW_NAMESPACE =
  process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--user', '--map-root-user'];
const MOUNT = 'mount -t tmpfs -o size=4m tmpfs "$0"';
const FILL = `dd if=/dev/zero of="$0/${BALLAST}" bs=1k 2>/dev/null`;
const RUN = 'exec "$@"';

/** A real file system of 4 MiB that only the daemon and its workers see, and that goes with them. */
const smallFileSystem: FullDisk = {
  name: 'a file system without room',
  code: 'disk_full',
  wrapper: (home) => inNamespace(`${MOUNT} && ${RUN}`, home),
  fullWrapper: (home) => inNamespace(`${MOUNT} && { ${FILL}; ${RUN}; }`, home),
  homeOf: (daemon, home) => `/proc/${daemon.pid}/root${home}`,
  fill(daemon, home) {
    const file = openSync(path.join(this.homeOf(daemon, home), BALLAST), 'w');
    // To the last byte: a smaller piece may still find room where a larger one does not.
    for (const bytes of [64 * 1024, 1_024, 1]) writeUntilFull(file, Buffer.alloc(bytes));
    closeSync(file);
  },
  makeRoom(daemon, home) {
    rmSync(path.join(this.homeOf(daemon, home), BALLAST));
  },
};

function inNamespace(script: string, home: string): readonly string[] {
  return ['unshare', ...NEW_NAMESPACE, 'sh', '-c', script, home];
}

function writeUntilFull(file: number, piece: Buffer): void {
  for (;;) {
    try {
      if (writeSync(file, piece) < piece.byteLength) return;
    } catch {
      return;
    }
  }
}

/** As near to a quota as everybody can come: the system refuses to let any file grow. */
const limitedFileSize: FullDisk = {
  name: 'a limit to the size of files',
  code: 'database_unwritable',
  wrapper: () => [],
  fullWrapper: () => ['prlimit', '--fsize=1:unlimited'],
  homeOf: (_daemon, home) => home,
  fill: (daemon) => limitFileSize(daemon, '1'),
  makeRoom: (daemon) => limitFileSize(daemon, 'unlimited'),
};

function limitFileSize(daemon: CalledDaemon, limit: string): void {
  execFileSync('prlimit', ['--pid', String(daemon.pid), `--fsize=${limit}:unlimited`]);
}

/** Where nobody may mount anything, the limit alone must show it. */
export const FULL_DISKS: readonly FullDisk[] = canMount()
  ? [smallFileSystem, limitedFileSize]
  : [limitedFileSize];

function canMount(): boolean {
  try {
    const wrapper = smallFileSystem.wrapper('/tmp');
    execFileSync(wrapper[0] ?? '', [...wrapper.slice(1), 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
