import { create } from 'zustand';

export const THEMES = [
  'system',
  'light',
  'dark',
  'high-contrast-light',
  'high-contrast-dark',
] as const;
export type Theme = (typeof THEMES)[number];

/** What was chosen, wherever it was chosen. */
export const useTheme = create<{ readonly theme: Theme }>()(() => ({ theme: 'system' }));

const KEPT_AS = 'fleetboard.theme';
const MORE_CONTRAST = '(prefers-contrast: more)';

function keptTheme(): Theme {
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
  const theme = keptTheme();
  useTheme.setState({ theme });
  const wantsMore = theme.startsWith('high-contrast') || window.matchMedia(MORE_CONTRAST).matches;
  const { dataset } = document.documentElement;
  dataset.theme = theme;
  dataset.contrast = wantsMore ? 'more' : 'normal';
}

/** A system that asks for more contrast gets it in each theme, also from the moment that it asks. Call once. */
export function followContrast(): void {
  window.matchMedia(MORE_CONTRAST).addEventListener('change', applyKeptTheme);
}
