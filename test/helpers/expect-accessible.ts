import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2 AA and what axe calls best practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const THEMES = [
  { name: 'light', media: { colorScheme: 'light', contrast: 'no-preference' } },
  { name: 'dark', media: { colorScheme: 'dark', contrast: 'no-preference' } },
  { name: 'high contrast, light', media: { colorScheme: 'light', contrast: 'more' } },
  { name: 'high contrast, dark', media: { colorScheme: 'dark', contrast: 'more' } },
] as const;

/** Where only the layout differs from what was looked at in every theme. */
export const ONE_THEME = [THEMES[0]] as const;

/** axe finds nothing in what is shown: every rule in the first theme, and in the others what depends on the theme. */
export async function expectAccessible(
  page: Page,
  what: string,
  themes: readonly (typeof THEMES)[number][] = THEMES,
): Promise<void> {
  for (const [index, { name, media }] of themes.entries()) {
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
    // The second window that axe opens by default is one that this application rightly refuses.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (index === 0
      ? axe.withTags(RULES)
      : axe.withRules(['color-contrast'])
    ).analyze();
    const found = violations.map(({ id, impact, nodes }) => ({
      ...{ id, impact },
      where: nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 300)} ${any[0]?.message}`),
    }));
    expect.soft(found, `${what}, ${name}`).toEqual([]);
  }
}
