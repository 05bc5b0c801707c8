import { existsSync, readFileSync } from 'node:fs';
import { SetupFailed, step } from './progress.mjs';
import { isRoot } from './project.mjs';
import { runCommand, tail } from './run-command.mjs';

/** Packages of Debian and Ubuntu, each with its names from newer to older releases. All at once: one command is enough. */
const PACKAGES = [
  ['libgtk-3-0t64', 'libgtk-3-0'],
  ['libnss3'],
  ['libgbm1'],
  ['libasound2t64', 'libasound2'],
  ['libatk-bridge2.0-0t64', 'libatk-bridge2.0-0'],
  ['libdrm2'],
  ['libxss1'],
  ['libxtst6'],
];

/** Makes sure that the executable finds its libraries (Linux). As root they are installed, else the command is told. */
export async function ensureSystemLibraries(/** @type {string} */ executable) {
  if (process.platform !== 'linux') return;
  const missing = await missingLibraries(executable);
  if (missing.length === 0) return;
  await installPackages(PACKAGES, `libraries of the system (${missing.join(', ')})`);
  const still = await missingLibraries(executable);
  if (still.length === 0) return;
  throw new SetupFailed(
    `Electron still misses ${still.join(', ')}.`,
    'install the packages that hold them',
  );
}

/**
 * Installs packages as root on Debian and its kin; else says what to install.
 *
 * @param {readonly (readonly string[])[]} wanted for each package the names it has in newer and older releases
 * @param {string} what
 */
export async function installPackages(wanted, what) {
  if (!isDebianLike()) {
    const names = wanted.map((candidates) => candidates.at(-1));
    throw new SetupFailed(
      `Not installed: ${what}.`,
      `install with the package manager of this system what Debian calls ${names.join(' ')}`,
    );
  }
  if (!isRoot) {
    const names = await knownNames(wanted);
    throw new SetupFailed(`Not installed: ${what}.`, `sudo apt-get install -y ${names.join(' ')}`);
  }
  await step(`installing ${what}`, async () => {
    await aptGet(['update']);
    await aptGet(['install', '--no-install-recommends', ...(await knownNames(wanted))]);
  });
}

async function aptGet(/** @type {string[]} */ args) {
  const { code, output } = await runCommand(
    'apt-get',
    // Another installation may be under way.
    ['-y', '-q', '-o', 'DPkg::Lock::Timeout=120', ...args],
    { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } },
  );
  if (code === 0) return;
  throw new SetupFailed(
    `apt-get ${args.join(' ')} failed (exit code ${code}):\n${tail(output)}`,
    'correct what it names, then run the command again',
  );
}

/** For each package the first of its names that this release knows. */
async function knownNames(/** @type {readonly (readonly string[])[]} */ wanted) {
  const { output } = await runCommand('apt-cache', ['policy', ...wanted.flat()], {
    env: { ...process.env, LC_ALL: 'C' },
  });
  const known = [...output.matchAll(/^(\S+):\n.*\n\s+Candidate: (?!\(none\))/gm)].map(
    ([, name]) => name,
  );
  return wanted.map((names) => names.find((name) => known.includes(name)) ?? names.at(-1) ?? '');
}

async function missingLibraries(/** @type {string} */ executable) {
  const { output } = await runCommand('ldd', [executable]);
  return output
    .split('\n')
    .filter((line) => line.endsWith('not found'))
    .map((line) => line.trim().split(' ')[0]);
}

function isDebianLike() {
  if (!existsSync('/etc/os-release')) return false;
  return /^(ID|ID_LIKE)=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
}
