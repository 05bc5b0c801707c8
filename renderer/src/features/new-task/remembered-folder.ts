const KEY = 'fleetboard.last-folder';

/** The folder of the last task that was started from this window. */
export function rememberedFolder(): string | null {
  return localStorage.getItem(KEY);
}

export function rememberFolder(folder: string): void {
  localStorage.setItem(KEY, folder);
}
