import path from 'node:path';
import { test } from '@playwright/test';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { calls, reciting, says, thinks } from '../helpers/recital.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const MESSAGE = [
  '## What I did',
  'I **changed** `parse.ts`, see [the notes](https://example.org/notes) and https://example.org/a. A needle.',
  '- [x] read it\n- [ ] test it\n\n1. one\n2. two\n   - nested',
  '```ts\nexport const needle = 1;\nfor (;;) {}\n```',
  '> quoted words\n> and more',
  '| file | lines |\n| --- | ---: |\n| parse.ts | 12 |',
  'Raw <b>HTML</b> and ![a chart](https://tracker.example/pixel.png), [evil](javascript:alert(1)), [good.org](https://evil.org).',
].join('\n\n');
test('shots', async () => {
  const folder = temporaryFolder('shots');
  const window = await FleetboardWindow.launch({
    home: path.join(folder.path, 'home'),
    configuration: {
      agents: {
        reciter: reciting(folder.path, 'r', [
          says(MESSAGE),
          thinks('Where **was** the needle?'),
          calls({
            toolCallId: 'a',
            title: 'Run the tests',
            rawInput: { command: 'npm test -- --grep needle' },
            content: [
              { type: 'content', content: { type: 'text', text: 'all good\nneedle' } },
              { type: 'diff', path: '/x/a.ts', oldText: 'a\nb\n', newText: 'a\nneedle\n' },
            ],
            locations: [{ path: '/x/a.ts' }],
          }),
          {
            update: {
              sessionUpdate: 'plan',
              entries: [
                { content: 'Look', status: 'completed', priority: 'low' },
                { content: 'Think', status: 'in_progress', priority: 'low' },
                { content: 'Leap', status: 'pending', priority: 'low' },
              ],
            },
          },
          {
            update: {
              sessionUpdate: 'usage_update',
              used: 12000,
              size: 200000,
              cost: { amount: 0.123, currency: 'USD' },
            },
          },
        ]),
      },
    },
  });
  await window.page.setViewportSize({ width: 1400, height: 900 });
  const id = await window.startByCall({ agent: 'reciter', folder: folder.path, prompt: 'Recite' });
  await window.inState(id, 'done');
  const details = await window.open(id);
  await details.getByRole('button', { name: /Run the tests/ }).click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.page.emulateMedia({ colorScheme });
    await details.getByRole('log').evaluate((e) => {
      e.scrollTop = 0;
    });
    await window.page.screenshot({ path: `/tmp/a-${colorScheme}-1.png` });
    await window.page.keyboard.press('Control+f');
    await details.getByRole('textbox').fill('needle');
    await details.getByRole('textbox').press('Enter');
    await window.page.waitForTimeout(500);
    await window.page.screenshot({ path: `/tmp/a-${colorScheme}-2.png` });
    await window.page.keyboard.press('Escape');
  }
  await window.close();
  folder.remove();
});
