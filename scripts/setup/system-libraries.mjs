import { existsSync, readFileSync } from 'node:fs';
import { SetupFailed, step } from './progress.mjs';
import { isRoot } from './project.mjs';
import { runCommand, tail } from './run-command.mjs';

/** Debian and Ubuntu packages by the library that tells of them; newer releases renamed some. */
const PACKAGES = [
  { library: 'libgtk-3.so.0', names: ['libgtk-3-0t64', 'libgtk-3-0'] },
  { library: 'libnss3.so', names: ['libnss3'] },
  { library: 'libnspr4.so', names: ['libnspr4'] },
  { library: 'libgbm.so.1', names: ['libgbm1'] },
  { library: 'libasound.so.2', names: ['libasound2t64', 'libasound2'] },
  { library: 'libatk-bridge-2.0.so.0', names: ['libatk-bridge2.0-0t64', 'libatk-bridge2.0-0'] },
  { library: 'libdrm.so.2', names: ['libdrm2'] },
  { library: 'libXss.so.1', names: ['libxss1'] },
  { library: 'libXtst.so.6', names: ['libxtst6'] },
];
/** What a bare system is given at once, so that one command is enough. */
const EVERYTHING = PACKAGES.map((entry) => entry.names);

/** Makes sure that the executable finds its libraries (Linux). As root they are installed, else the command is told. */
export async function ensureSystemLibraries(/** @type {string} */ executable) {
  if (process.platform !== 'linux') return;
  const missing = await missingLibraries(executable);
  if (missing.length === 0) return;
  if (!isDebianLike()) {
    throw new SetupFailed(
      `Electron needs libraries that are not installed: ${missing.join(', ')}.`,
      'install them with the package manager of this system',
    );
  }
  await installPackages(EVERYTHING, 'the libraries that Electron needs');
  const still = await missingLibraries(executable);
  if (still.length > 0) {
    throw new SetupFailed(
      `Electron still misses ${still.join(', ')}.`,
      'install the packages that hold them with apt-get',
    );
  }
}

/**
 * Installs Debian packages as root, or says which one command does.
 *
 * @param {readonly (readonly string[])[]} wanted for each package the names it has in newer and older releases
 * @param {string} what
 */
export async function installPackages(wanted, what) {
  if (!isRoot) {
    const names = await knownNames(wanted);
    throw new SetupFailed(`${what} are missing.`, `sudo apt-get install -y ${names.join(' ')}`);
  }
  await step(`installing ${what}`, async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runCommand('apt-get', ['update', '-q'], { env });
    const names = await knownNames(wanted);
    const { code, output } = await runCommand('apt-get', ['install', '-y', '-q', ...names], { env });
    if (code !== 0) {
      throw new SetupFailed(
        `apt-get could not install ${names.join(' ')}:\n${tail(output)}`,
        'read the message above, then run the command again',
      );
    }
  });
}

async function knownNames(/** @type {readonly (readonly string[])[]} */ wanted) {
  const names = [];
  for (const candidates of wanted) {
    let chosen = candidates.at(-1);
    for (const candidate of candidates) {
      const { code, output } = await runCommand('apt-cache', ['policy', candidate]);
      if (code === 0 && /Candidate: (?!\(none\))\S/.test(output)) {
        chosen = candidate;
        break;
      }
    }
    if (chosen !== undefined) names.push(chosen);
  }
  return names;
}

async function missingLibraries(/** @type {string} */ executable) {
  const { code, output } = await runCommand('ldd', [executable]);
  if (code !== 0) return [];
  return output
    .split('\n')
    .filter((line) => line.includes('not found'))
    .map((line) => line.trim().split(/\s+/)[0] ?? '');
}

function isDebianLike() {
  if (!existsSync('/etc/os-release')) return false;
  return /^(ID|ID_LIKE)=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
}
