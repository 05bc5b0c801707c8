import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fetchPackage } from './npm.mjs';
import { SetupFailed, step } from './progress.mjs';
import { installedVersion, packageFolder } from './project.mjs';
import { runCommand, tail } from './run-command.mjs';
import { installPackages } from './system-libraries.mjs';

/**
 * Always these, never those of whichever Node is installed: what they declare as experimental differs from Node to
 * Node, and a binding made with others than expected crashes.
 */
const HEADERS = {
  name: 'node-api-headers@1.9.0',
  integrity:
    'sha512-2oNILP4jXwRB4ywnYKjVk1YyJ96n2D4EOVJO6S3oYZ5PtbJrw3Yt9TpAuX3nBLMuzn74rnfGQrv13pS9vC+YiA==',
};

/**
 * better-sqlite3 asks for Node-API 10, for references to values of any kind. Where the newest is 9 they are there as
 * experimental. An experimental module runs its finalizers during garbage collection, when JavaScript must not be
 * touched; node-addon-api puts them off if it knows a function for that, which these headers leave out.
 */
const SOURCE = `#define NAPI_VERSION 2147483647
#include <node_api.h>
#define NODE_API_EXPERIMENTAL_HAS_POST_FINALIZER
extern "C" NAPI_EXTERN napi_status NAPI_CDECL
node_api_post_finalizer(node_api_basic_env, napi_finalize, void*, void*);
#include "better_sqlite3.cpp"
`;
const ADDON_OPTIONS = [
  '-std=c++20',
  '-fvisibility=hidden',
  '-fvisibility-inlines-hidden',
  '-DBUILDING_NODE_EXTENSION',
  '-DNODE_GYP_MODULE_NAME=better_sqlite3',
  '-DNAPI_DISABLE_CPP_EXCEPTIONS',
  '-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS',
];
const OPTIONS = ['-c', '-O2', '-fPIC', '-DNDEBUG'];
const UNFINISHED = 'unfinished-';

/**
 * Compiles the installed better-sqlite3 for a runtime with Node-API 9, once per version: its prebuilt binary needs 10.
 * Not with node-gyp: that would need Python, make, and headers from a download.
 *
 * @param {string} folder where the binding is kept, as <version>.node
 */
export async function ensureSqliteBinding(folder) {
  const binding = path.join(folder, `${installedVersion('better-sqlite3')}.node`);
  if (existsSync(binding)) return;
  await ensureCompiler();
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    if (name.startsWith(UNFINISHED)) await rm(path.join(folder, name), { recursive: true });
  }
  const building = await mkdtemp(path.join(folder, UNFINISHED));
  try {
    await step('compiling better-sqlite3 for Electron 33 (about a minute, once)', async () => {
      const headers = path.join(await fetchPackage(HEADERS, building), 'include');
      await rename(await compile(headers, building), binding);
    });
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

async function ensureCompiler() {
  const compilers = await Promise.all(['cc', 'c++'].map((name) => runCommand(name, ['--version'])));
  if (compilers.every(({ code }) => code === 0)) return;
  await installPackages([['g++']], 'a C++ compiler, for better-sqlite3');
}

/**
 * @param {string} headers
 * @param {string} folder
 */
async function compile(headers, folder) {
  const source = packageFolder('better-sqlite3');
  const sqlite = path.join(source, 'deps', 'sqlite3');
  const addonHeaders = path.dirname(
    createRequire(path.join(source, 'package.json')).resolve('node-addon-api/package.json'),
  );
  const addon = path.join(folder, 'addon.cpp');
  await writeFile(addon, SOURCE);
  const include = [headers, addonHeaders, sqlite, path.join(source, 'src')].map((at) => `-I${at}`);
  const objects = [path.join(folder, 'sqlite3.o'), path.join(folder, 'addon.o')];
  const [sqliteObject = '', addonObject = ''] = objects;
  await Promise.all([
    run('cc', [
      ...OPTIONS,
      '-std=c99',
      '-w',
      ...(await sqliteDefines(source)),
      path.join(sqlite, 'sqlite3.c'),
      '-o',
      sqliteObject,
    ]),
    run('c++', [...OPTIONS, ...ADDON_OPTIONS, ...include, addon, '-o', addonObject]),
  ]);
  const binding = path.join(folder, 'better_sqlite3.node');
  const link = ['-shared', '-Wl,-Bsymbolic', '-Wl,--exclude-libs,ALL'];
  await run('c++', [...link, ...objects, '-ldl', '-o', binding]);
  return binding;
}

/** The features of SQLite are those that better-sqlite3 itself is built with. */
async function sqliteDefines(/** @type {string} */ source) {
  const list = await readFile(path.join(source, 'deps', 'defines.gypi'), 'utf8');
  return [...list.matchAll(/^\s*'([A-Z0-9_]+(?:=[^']*)?)',?$/gm)].map(
    ([, define]) => `-D${define}`,
  );
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
async function run(command, args) {
  const { code, output } = await runCommand(command, args);
  if (code === 0) return;
  throw new SetupFailed(
    `better-sqlite3 could not be compiled (${command}, exit code ${code}):\n${tail(output)}`,
    'check that the C and C++ compilers work (C++20), then run the command again',
  );
}
