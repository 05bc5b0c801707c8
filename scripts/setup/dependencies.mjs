import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SetupFailed, step } from './progress.mjs';
import { pinnedNode, project } from './project.mjs';
import { runCommand, tail } from './run-command.mjs';

const OLDEST_NODE = 20;

/** Installs exactly what the lock file names, once per lock file. */
export async function installDependencies() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) {
    throw new SetupFailed(
      `This is Node ${process.versions.node}; set-up needs Node ${OLDEST_NODE} or newer.`,
      'install a current Node and run the command again',
    );
  }
  const lock = readFileSync(path.join(project, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  const stamp = path.join(project, 'node_modules', '.fleetboard-lock');
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (installed === wanted && existsSync(pinnedNode)) return;

  await step('installing dependencies', async () => {
    // No package runs a script of its own while installing, but the one that places the pinned Node.
    await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
    await npm(['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts']);
    if (!existsSync(pinnedNode)) {
      throw new SetupFailed(
        `npm installed the package "node" without its executable (${pinnedNode}).`,
        'run "npm rebuild node --foreground-scripts" and read what it prints',
      );
    }
  });
  writeFileSync(stamp, wanted);
}

async function npm(/** @type {string[]} */ args) {
  const command = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { code, output } = await runCommand(command, args, { cwd: project });
  if (code === 0) return;
  throw new SetupFailed(
    `npm ${args[0]} failed (exit code ${code}):\n${tail(output)}`,
    'check that the package registry can be reached, then run the command again',
  );
}
