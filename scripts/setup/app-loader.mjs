/**
 * The fallback runtime has no default app: this takes the app folder from the command line, as the official Electron
 * does, and starts it. It also names the better-sqlite3 that was compiled for this runtime.
 */
export function appLoader() {
  return `'use strict';
const { existsSync, readFileSync } = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { app } = require('electron');

const folder = process.argv
  .slice(1)
  .filter((argument) => !argument.startsWith('-'))
  .map((argument) => path.resolve(argument))
  .find((candidate) => existsSync(path.join(candidate, 'package.json')));
if (folder === undefined) {
  console.error('Name the folder of the application as an argument.');
  process.exit(2);
}
const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
app.setAppPath(folder);
app.setName(manifest.productName || manifest.name);
if (manifest.version) app.setVersion(manifest.version);
process.env.FLEETBOARD_SQLITE_BINDING ??= path.join(process.resourcesPath, 'better_sqlite3.node');
import(pathToFileURL(path.join(folder, manifest.main)).href).catch((error) => {
  console.error(error);
  app.exit(1);
});
`;
}
