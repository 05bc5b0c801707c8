import path from 'node:path';
import { expect, test } from '@playwright/test';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

test('lanes are columns from 1,200 pixels on and sections of one list below', async () => {
  const folder = temporaryFolder('narrow');
  const window = await FleetboardWindow.launch({ home: path.join(folder.path, 'home') });
  try {
    const boxes = async () => {
      const needsYou = await window.lane('Needs you').boundingBox();
      const working = await window.lane('Working').boundingBox();
      if (needsYou === null || working === null) throw new Error('a lane is not shown');
      return { needsYou, working };
    };
    const resize = (width: number) =>
      window.application.evaluate(({ BrowserWindow }, to) => {
        BrowserWindow.getAllWindows()[0]?.setContentSize(to, 800);
      }, width);

    await resize(1_300);
    await expect.poll(async () => (await boxes()).working.x).toBeGreaterThan(300);
    const wide = await boxes();
    expect(wide.working.y).toBe(wide.needsYou.y);

    await resize(900);
    await expect.poll(async () => (await boxes()).working.x).toBeLessThan(100);
    const narrow = await boxes();
    expect(narrow.working.x).toBe(narrow.needsYou.x);
    expect(narrow.working.y).toBeGreaterThanOrEqual(narrow.needsYou.y + narrow.needsYou.height);

    const overflow = await window.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  } finally {
    await window.close();
    folder.remove();
  }
});

test('the actions of a card are never between the pointer and its title', async () => {
  const folder = temporaryFolder('title');
  const window = await FleetboardWindow.launch({ home: path.join(folder.path, 'home') });
  try {
    await window.start({ kind: 'Spawn', agent: 'command', folder: folder.path, prompt: 'exit 7' });
    const id = await window.taskId('exit 7');
    await window.inState(id, 'blocked');
    const card = window.card(id);
    for (const width of [1_600, 1_210, 800]) {
      await window.application.evaluate(({ BrowserWindow }, to) => {
        BrowserWindow.getAllWindows()[0]?.setContentSize(to, 800);
      }, width);
      await expect.poll(() => window.page.evaluate(() => innerWidth)).toBe(width);
      const height = (await card.boundingBox())?.height;
      await card.hover();
      await expect(card.getByRole('button', { name: 'Run again' })).toBeInViewport();
      expect((await card.boundingBox())?.height, 'no jump').toBe(height);
      // Presses its middle, and fails when something else would get the press.
      const details = await window.open(id);
      await details.getByRole('button', { name: 'Close details' }).click();
    }
  } finally {
    await window.close();
    folder.remove();
  }
});
