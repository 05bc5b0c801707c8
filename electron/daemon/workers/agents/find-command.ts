import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** Where a command would be found, as the operating system would look for it; null when nowhere. Starts nothing. */
export function findCommand(
  command: string,
  folder: string,
  searchPath: string | undefined,
): string | null {
  const isPath = command.includes('/') || command.includes(path.sep);
  const folders = isPath ? [folder] : (searchPath ?? '').split(path.delimiter).filter(Boolean);
  const endings = process.platform === 'win32' ? ['', '.exe', '.cmd', '.bat'] : [''];
  const candidates = folders.flatMap((place) =>
    endings.map((ending) => path.resolve(folder, place, `${command}${ending}`)),
  );
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
