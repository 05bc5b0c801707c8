import type { Waiting } from '../shared/attention-queue.ts';
import type { Shown } from '../shared/shown.ts';
import { visibleLine } from '../shared/visible-text.ts';

export type TrayEntry =
  | { readonly kind: 'separator' }
  | { readonly kind: 'words'; readonly label: string }
  | { readonly kind: 'show'; readonly label: string }
  | { readonly kind: 'open'; readonly label: string; readonly opens: Shown }
  | { readonly kind: 'quit'; readonly label: string };

const ITEMS_SHOWN = 12;
const LABEL_CHARACTERS = 60;

/** What the menu of the tray holds: the window, the queue, and the way out. */
export function trayMenu(queue: readonly Waiting[]): readonly TrayEntry[] {
  const shown = queue.slice(0, ITEMS_SHOWN);
  const left = queue.length - shown.length;
  return [
    { kind: 'show', label: 'Show Fleetboard' },
    { kind: 'separator' },
    { kind: 'words', label: needsYouWords(queue.length) },
    ...shown.map(
      ({ kind, id, title, projectName }): TrayEntry => ({
        kind: 'open',
        label: menuLabel(`${title} · ${projectName}`),
        opens: { what: kind, id },
      }),
    ),
    ...(left > 0 ? [{ kind: 'words', label: `and ${left} more` } as const] : []),
    { kind: 'separator' },
    { kind: 'quit', label: 'Quit' },
  ];
}

export function needsYouWords(count: number): string {
  if (count === 0) return 'Nothing needs you';
  return `${count} ${count === 1 ? 'needs' : 'need'} you`;
}

/** Titles come from agents: on one line, not too long, and "&" marks no key. */
function menuLabel(text: string): string {
  return visibleLine(text, LABEL_CHARACTERS).replaceAll('&', '&&');
}

/** Desktops that show icons of applications by themselves. Others may, but a window must not vanish on a guess. */
const DESKTOPS_WITH_TRAY = [
  'KDE',
  'XFCE',
  'UNITY',
  'UBUNTU',
  'X-CINNAMON',
  'CINNAMON',
  'MATE',
  'LXQT',
  'LXDE',
  'BUDGIE',
  'PANTHEON',
  'DEEPIN',
];

/** Whether a hidden window can be found again in a tray. */
export function hasTray(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  const desktops = (environment.XDG_CURRENT_DESKTOP ?? '').toUpperCase().split(':');
  return desktops.some((desktop) => DESKTOPS_WITH_TRAY.includes(desktop));
}
