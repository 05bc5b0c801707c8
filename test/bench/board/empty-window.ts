import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';

const folder = fileURLToPath(new URL('../../fixtures/empty-window', import.meta.url));

export interface EmptyWindow {
  readonly application: ElectronApplication;
  readonly page: Page;
  readonly pid: number;
}

/** The same Electron with a page that shows one word, and nothing else. */
export async function openEmptyWindow(home: string): Promise<EmptyWindow> {
  const executablePath = process.env.FLEETBOARD_ELECTRON;
  if (executablePath === undefined) throw new Error('FLEETBOARD_ELECTRON is not set');
  const application = await _electron.launch({
    executablePath,
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), folder],
    env: { ...(process.env as Record<string, string>), EMPTY_WINDOW_HOME: home },
  });
  const pid = application.process().pid;
  if (pid === undefined) throw new Error('the empty window has no pid');
  return { application, page: await application.firstWindow(), pid };
}

/** When the first paint of a page was, in milliseconds since 1970. */
export async function firstPaintAt(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list, observer) => {
          const [first] = list.getEntriesByName('first-contentful-paint');
          if (first === undefined) return;
          observer.disconnect();
          resolve(performance.timeOrigin + first.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
}
