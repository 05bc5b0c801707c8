import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npm } from './npm.mjs';
import { SetupFailed, step } from './progress.mjs';
import { packageFolder, pinnedNode, project } from './project.mjs';

const OLDEST_NODE = 20;
const INSTALL_OPTIONS = [
  // No package runs a script of its own, but the one that places the pinned Node, afterwards.
  '--ignore-scripts',
  // The lock file decides; npm 10 refuses what npm 11 wrote into it when it disagrees about optional peers.
  '--legacy-peer-deps',
  '--no-audit',
  '--no-fund',
];
const STAMP = packageFolder('.fleetboard-lock');

/** Installs exactly what the lock file names, once per lock file. */
export async function installDependencies() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) {
    throw new SetupFailed(
      `This is Node ${process.versions.node}; set-up needs Node ${OLDEST_NODE} or newer.`,
      'install a current Node and run the command again',
    );
  }
  if (areDependenciesInstalled()) return;
  const lock = readLock();
  if (!isInstalled(lock)) {
    await step('installing dependencies', () => npm(['ci', ...INSTALL_OPTIONS], project));
  }
  if (!existsSync(pinnedNode)) await step('placing the pinned Node', placePinnedNode);
  writeFileSync(STAMP, stampOf(lock));
}

/** Whether they are those of the lock file, as far as set-up itself put them there. */
export function areDependenciesInstalled() {
  return (
    existsSync(STAMP) &&
    readFileSync(STAMP, 'utf8') === stampOf(readLock()) &&
    existsSync(pinnedNode)
  );
}

function readLock() {
  return readFileSync(path.join(project, 'package-lock.json'), 'utf8');
}

function stampOf(/** @type {string} */ lock) {
  return createHash('sha256').update(lock).digest('hex');
}

async function placePinnedNode() {
  await npm(['rebuild', 'node', '--ignore-scripts=false'], project);
  if (existsSync(pinnedNode)) return;
  throw new SetupFailed(
    `npm installed the package "node" without its executable (${pinnedNode}).`,
    'run "npm rebuild node --foreground-scripts" and read what it prints',
  );
}

/** Whether a person's own `npm ci` or `npm install` left what the lock file names, by npm's own record of it. */
function isInstalled(/** @type {string} */ lock) {
  const record = packageFolder('.package-lock.json');
  if (!existsSync(record)) return false;
  const { packages: wanted } = JSON.parse(lock);
  const { packages: installed } = JSON.parse(readFileSync(record, 'utf8'));
  return Object.entries(wanted).every(([location, { version, integrity, optional }]) => {
    if (location === '') return true;
    const found = installed[location];
    if (found === undefined) return optional === true;
    return found.version === version && found.integrity === integrity;
  });
}
