import { expect, type Locator } from '@playwright/test';

/**
 * Presses a button of a card; the pointer must be over the card for it to show. A card that moves to another lane in
 * between has left the pointer, and is gone to again.
 */
export async function pressOver(card: Locator, action: string): Promise<void> {
  await expect(async () => {
    await card.hover({ timeout: 8_000 });
    await card.getByRole('button', { name: action, exact: true }).click({ timeout: 8_000 });
  }).toPass({ timeout: 40_000 });
}
