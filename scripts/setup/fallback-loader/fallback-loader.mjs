/**
 * The fallback runtime has no default app: this takes the app folder from the command line, as the official Electron
 * does, and starts it. It also names the better-sqlite3 that was compiled for this runtime.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const folder = process.argv
  .slice(1)
  .filter((argument) => !argument.startsWith('-'))
  .map((argument) => path.resolve(argument))
  .find((candidate) => existsSync(path.join(candidate, 'package.json')));

if (folder === undefined) {
  console.error(
    'No folder with a package.json is among the arguments: name the folder of the application.',
  );
  process.exit(2);
}
const manifestFile = path.join(folder, 'package.json');
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));

app.setAppPath(folder);
app.setName(manifest.productName || manifest.name || app.getName());
if (manifest.version) app.setVersion?.(manifest.version);
app.setDesktopName?.(manifest.desktopName || `${app.getName()}.desktop`);
Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });

const binding = sqliteBinding();
if (binding !== null) process.env.FLEETBOARD_SQLITE_BINDING ||= binding;

const main = path.join(folder, manifest.main || 'index.js');
if (!existsSync(main)) {
  console.error(`${main} is not there: build the application first.`);
  process.exit(2);
}
// Awaited: Electron is not ready before the application's own code has run, as with the official runtime.
await import(pathToFileURL(main).href);

/** The one compiled for the version that the application has installed. */
function sqliteBinding() {
  try {
    const { version } = createRequire(manifestFile)('better-sqlite3/package.json');
    const file = path.join(process.resourcesPath, 'better-sqlite3', `${version}.node`);
    return existsSync(file) ? file : null;
  } catch {
    return null;
  }
}
