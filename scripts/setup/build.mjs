import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { SetupFailed, step } from './progress.mjs';
import { pinnedNode, project, projectEnvironment } from './project.mjs';
import { runCommand, tail } from './run-command.mjs';

const SOURCES = ['electron', 'renderer', 'shared', 'electron.vite.config.ts', 'package-lock.json'];
const STAMP = path.join(project, 'out', '.sources');

/** Builds the application when its sources are not those of the last build. */
export async function buildIfChanged() {
  const sources = await fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return;
  await step('building', async () => {
    const { code, output } = await build();
    if (code !== 0) {
      throw new SetupFailed(`The build failed:\n${tail(output, 30)}`, 'correct what it names');
    }
  });
  writeFileSync(STAMP, sources);
}

/** Builds whatever the sources are. */
export function build({ show = false } = {}) {
  const builder = path.join(project, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  return runCommand(pinnedNode, [builder, 'build'], {
    cwd: project,
    env: { ...projectEnvironment(), NODE_ENV: 'production' },
    show,
  });
}

async function fingerprint() {
  const hash = createHash('sha256');
  for (const source of SOURCES) await add(path.join(project, source), hash);
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
