export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEPT_AS = 'fleetboard.theme';

export function keptTheme(): Theme {
  const kept = localStorage.getItem(KEPT_AS);
  return THEMES.find((theme) => theme === kept) ?? 'system';
}

/** Shows the page in a theme from now on; `system` follows the system. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEPT_AS);
  else localStorage.setItem(KEPT_AS, theme);
  applyKeptTheme();
}

/** To be called before anything is painted. */
export function applyKeptTheme(): void {
  document.documentElement.dataset.theme = keptTheme();
}
