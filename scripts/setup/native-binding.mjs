import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SetupFailed } from './progress.mjs';
import { pinnedNode, project, projectEnvironment, requireFromProject } from './project.mjs';
import { runCommand, tail } from './run-command.mjs';

/**
 * Compiles better-sqlite3 from a copy of its installed source for a runtime with Node-API 9: its prebuilt binary needs
 * 10, which only newer runtimes have. The headers are those of the Node that runs this, so nothing is downloaded.
 *
 * @param {string} folder an empty or missing folder to work in
 * @returns {Promise<string>} the compiled file
 */
export async function compileSqliteBinding(folder) {
  await mkdir(folder, { recursive: true });
  const source = path.join(project, 'node_modules', 'better-sqlite3');
  await cp(source, folder, { recursive: true, filter: (file) => !file.includes('prebuilds') });
  await useExperimentalNodeApi(folder);
  const gyp = requireFromProject.resolve('node-gyp/bin/node-gyp.js');
  const headers = headersFolder();
  const { code, output } = await runCommand(
    pinnedNode,
    [
      gyp,
      'rebuild',
      '--release',
      '--force_build=1',
      ...(headers === null ? [] : [`--nodedir=${headers}`]),
    ],
    // The build asks for node-addon-api, which the copy would not find from where it lies.
    { cwd: folder, env: { ...projectEnvironment(), NODE_PATH: path.join(project, 'node_modules') } },
  );
  const binding = path.join(folder, 'build', 'Release', 'better_sqlite3.node');
  if (code === 0 && existsSync(binding)) return binding;
  throw new SetupFailed(
    `better-sqlite3 could not be compiled:\n${tail(output)}`,
    'check that python3, make and a C++ compiler are installed, then run the command again',
  );
}

async function useExperimentalNodeApi(/** @type {string} */ folder) {
  for (const name of ['binding.gyp', path.join('deps', 'common.gypi')]) {
    const file = path.join(folder, name);
    if (!existsSync(file)) continue;
    const text = await readFile(file, 'utf8');
    const changed = text.replace(
      /(['"])NAPI_VERSION=10\1/g,
      "'NAPI_EXPERIMENTAL', 'NODE_API_EXPERIMENTAL_NOGC_ENV_OPT_OUT'",
    );
    await writeFile(file, changed);
  }
}

/** Where the headers of the running Node lie, if they came with it. */
function headersFolder() {
  const configured = process.env.npm_config_nodedir;
  const own = path.dirname(path.dirname(process.execPath));
  const candidates = [configured, own, '/usr/local', '/usr'];
  for (const candidate of candidates) {
    if (candidate && existsSync(path.join(candidate, 'include', 'node', 'node_api.h'))) return candidate;
  }
  return null;
}
