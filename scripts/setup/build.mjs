import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { SetupFailed, step } from './progress.mjs';
import { pinnedNode, project, projectEnvironment, tool } from './project.mjs';
import { runCommand, tail } from './run-command.mjs';

const SOURCES =
  /^(electron|renderer|shared|electron\.vite\.config\.ts|package-lock\.json|tsconfig.*\.json)$/;
const OUT = path.join(project, 'out');
const STAMP = path.join(OUT, '.sources');
const ENTRY = path.join(OUT, 'main', 'main.cjs');

/** Builds the application when its sources are not those of the last build. */
export async function buildIfChanged() {
  if (await isBuilt()) return;
  await step('building', async () => {
    const { code, output } = await build();
    if (code === 0) return;
    throw new SetupFailed(`The build failed:\n${tail(output, 30)}`, 'correct what it names');
  });
}

/** Whether the last build was of the sources as they are. */
export async function isBuilt() {
  const isThere = existsSync(ENTRY) && existsSync(STAMP);
  return isThere && readFileSync(STAMP, 'utf8') === (await fingerprint());
}

/** Builds whatever the sources are. */
export async function build({ show = false } = {}) {
  // Of before the build: what is changed while it runs is built again next time.
  const sources = await fingerprint();
  const result = await runCommand(pinnedNode, [tool('electron-vite', 'electron-vite'), 'build'], {
    cwd: project,
    env: { ...projectEnvironment(), NODE_ENV: 'production', ...(show ? {} : { NO_COLOR: '1' }) },
    show,
  });
  if (result.code === 0) {
    mkdirSync(OUT, { recursive: true });
    writeFileSync(STAMP, sources);
  }
  return result;
}

async function fingerprint() {
  const hash = createHash('sha256');
  const names = (await readdir(project)).filter((name) => SOURCES.test(name)).sort();
  for (const name of names) await add(path.join(project, name), hash);
  return hash.digest('hex');
}

/**
 * @param {string} file
 * @param {import('node:crypto').Hash} hash
 */
async function add(file, hash) {
  const facts = await stat(file);
  if (!facts.isDirectory()) {
    hash.update(`${path.relative(project, file)} ${facts.size} ${facts.mtimeMs}\n`);
    return;
  }
  for (const name of (await readdir(file)).sort()) await add(path.join(file, name), hash);
}
