#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBuilt } from './setup/build.mjs';
import { areDependenciesInstalled } from './setup/dependencies.mjs';
import { runInForeground } from './setup/foreground.mjs';
import { endWithNpm } from './setup/parent.mjs';
import { main } from './setup/progress.mjs';
import { cacheFolder, pinnedNode, project } from './setup/project.mjs';

const ENTRY = path.join(project, 'out', 'main', 'cli.cjs');

// Set-up is not even loaded, nor its lock taken, where everything is in place: people wait for this command.
if (areDependenciesInstalled() && (await isBuilt())) {
  returnToCaller();
  if (isPinnedNode()) await runHere();
  else
    await main(() => runInForeground(pinnedNode, [ENTRY, ...process.argv.slice(2)], process.env));
} else {
  await main(async () => {
    const { setUpServe } = await import('./setup/setup.mjs');
    const env = await setUpServe();
    returnToCaller();
    return runInForeground(pinnedNode, [ENTRY, ...process.argv.slice(2)], env);
  });
}

/** npm runs scripts in the folder of the project; relative paths are meant from where npm was called. */
function returnToCaller() {
  const { INIT_CWD: caller, npm_lifecycle_event: script } = process.env;
  if (script === 'fleetboard' && caller !== undefined && process.cwd() === project) {
    process.chdir(caller);
  }
  // What a daemon starts may call this too, and was not called from there.
  delete process.env.INIT_CWD;
}

function isPinnedNode() {
  return realpathSync(process.execPath) === realpathSync(pinnedNode);
}

async function runHere() {
  endWithNpm();
  module.enableCompileCache(path.join(cacheFolder(), 'compile-cache'));
  process.argv[1] = ENTRY;
  await import(pathToFileURL(ENTRY).href);
}
