import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, test } from '@playwright/test';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { calls, type RecitalStep, reciting, says, thinks } from '../helpers/recital.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let window: FleetboardWindow;
let id: string;
let details: Locator;

/** Opens the details of a task whose agent says this. */
async function recite(steps: readonly RecitalStep[], state: string): Promise<void> {
  window = await FleetboardWindow.launch({
    home: path.join(folder.path, 'home'),
    configuration: { agents: { reciter: reciting(folder.path, 'recital', steps) } },
  });
  id = await window.startByCall({ agent: 'reciter', folder: folder.path, prompt: 'Recite' });
  await window.inState(id, state);
  details = await window.open(id);
}

test.beforeEach(() => {
  folder = temporaryFolder('transcript');
});
test.afterEach(async () => {
  await window.close();
  folder.remove();
});

const transcript = () => details.getByRole('log', { name: 'Transcript' });

const MESSAGE = [
  '## What I did',
  'I **changed** `parse.ts`, see [the notes](https://example.org/notes) and https://example.org/a.',
  '- [x] read it\n- [ ] test it',
  '```ts\nexport const needle = 1;\n```',
  '| file | lines |\n| --- | ---: |\n| parse.ts | 12 |',
  'Raw <b>HTML</b> and ![a chart](https://tracker.example/pixel.png).',
].join('\n\n');

test('a message is read as markdown, leads only where it says, and fetches nothing', async () => {
  await recite([says(MESSAGE.slice(0, 40)), says(MESSAGE.slice(40))], 'done');
  const message = transcript().locator('[data-entry="message"]');
  await expect(message).toHaveCount(1);
  await expect(message.locator('strong')).toHaveText('changed');
  await expect(message.getByRole('table')).toContainText('parse.ts');
  await expect(message.getByRole('group', { name: 'Code' })).toContainText('const needle');
  await expect(message).toContainText('Raw <b>HTML</b>');
  await expect(message).toContainText('Image: a chart (https://tracker.example/pixel.png)');
  await expect(message.locator('img, b')).toHaveCount(0);
  await expect(message.getByRole('link')).toHaveCount(2);

  await window.application.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (url) => void opened.push(url);
  });
  await message.getByRole('link', { name: 'the notes' }).click();
  const opened = () =>
    window.application.evaluate(() => Reflect.get(globalThis, 'opened') as string[]);
  await expect.poll(opened).toEqual(['https://example.org/notes']);
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page: window.page }).setLegacyMode().analyze();
    expect(violations.map(({ id: rule, nodes }) => ({ rule, html: nodes[0]?.html }))).toEqual([]);
  }
});

/** Longer than a page of what is read at once, with one word at the beginning, in a folded call, and at the end. */
const LONG: readonly RecitalStep[] = [
  says('The **needle** is here.'),
  thinks('Where was the needle again?'),
  ...Array.from({ length: 260 }, (_, index) =>
    calls({
      toolCallId: `call-${index}`,
      title: `Step ${index}`,
      rawInput: { command: index === 130 ? 'grep needle' : 'true' },
      content: [{ type: 'content', content: { type: 'text', text: `line ${index}` } }],
    }),
  ),
  says('That was all.'),
];

/** How many texts are marked, and what the current mark is in. */
const marks = () =>
  window.page.evaluate(() => {
    const [current] = CSS.highlights.get('transcript-match-current') ?? [];
    const range = current instanceof Range ? current : null;
    const rect = range?.getBoundingClientRect();
    const log = document.querySelector('[role="log"]')?.getBoundingClientRect();
    return {
      text: range?.toString() ?? null,
      within: range?.startContainer.parentElement?.closest('[data-part]')?.textContent ?? null,
      isInView:
        rect !== undefined && log !== undefined && rect.top >= log.top && rect.bottom <= log.bottom,
    };
  });

test('a search finds words wherever they are, opens what is folded, and goes round', async () => {
  await recite(LONG, 'done');
  await expect(transcript()).toContainText('That was all.');
  await window.page.keyboard.press('Control+f');
  const field = details.getByRole('textbox', { name: 'Search the transcript' });
  await expect(field).toBeFocused();
  await field.pressSequentially('NEEDLE');
  const count = details.locator('search').getByRole('status');
  await expect(count).toHaveText('1 of 3');
  await expect.poll(marks).toEqual({
    text: 'needle',
    within: 'The needle is here.',
    isInView: true,
  });

  await field.press('Enter');
  await expect(count).toHaveText('2 of 3');
  await expect.poll(marks).toMatchObject({ text: 'needle', isInView: true });
  await expect(details.getByRole('button', { name: /Thought/ })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await field.press('Enter');
  await expect(count).toHaveText('3 of 3');
  await expect.poll(marks).toEqual({ text: 'needle', within: 'grep needle', isInView: true });
  await field.press('Enter');
  await expect(count).toHaveText('1 of 3');
  await field.press('Shift+Enter');
  await expect(count).toHaveText('3 of 3');
  await details.getByRole('button', { name: 'Previous match' }).click();
  await expect(count).toHaveText('2 of 3');
  await field.fill('nothing like it');
  await expect(count).toHaveText('None');

  // The filter of the board is another field, and typing its key here is typing.
  await field.fill('a');
  await field.press('/');
  await expect(field).toHaveValue('a/');
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  expect(await window.page.evaluate(() => CSS.highlights.size)).toBe(0);
  await expect(details).toBeVisible();
  await window.page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
  await window.page.keyboard.press('Control+f');
  await expect(window.said).toContainText('No transcript is open');
});

test('a search from another tab leads to the transcript', async () => {
  await recite(LONG.slice(0, 2), 'done');
  await details.getByRole('tab', { name: 'Facts' }).click();
  await window.page.keyboard.press('Control+f');
  await expect(details.getByRole('textbox', { name: 'Search the transcript' })).toBeFocused();
});

test('messages, calls, outputs and the whole are copied', async () => {
  await recite(LONG.slice(0, 4), 'done');
  await window.application.evaluate(({ clipboard }) => clipboard.clear());
  const copied = () => window.copied();
  const message = transcript().locator('.transcript-row').filter({ hasText: 'is here' });
  await message.hover();
  await message.getByRole('button', { name: 'Copy message' }).click();
  await expect(message.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect.poll(copied).toBe('The **needle** is here.');

  await details.getByRole('button', { name: /Step 0/ }).click();
  const call = transcript().locator('.transcript-row').filter({ hasText: 'Step 0' });
  await call.getByRole('button', { name: 'Copy output' }).click();
  await expect.poll(copied).toBe('line 0');
  await call.getByRole('button', { name: 'Copy command' }).click();
  await expect.poll(copied).toBe('true');
  await call.getByRole('button', { name: 'Copy tool call' }).click();
  await expect.poll(copied).toBe('Step 0 (execute, completed)\n$ true\nline 0');
  await details.getByRole('button', { name: 'Copy transcript' }).click();
  await expect.poll(copied).toContain('Thought:\nWhere was the needle again?\n\nStep 0');
});

test('it follows what comes until one scrolls up, and again from the end on', async () => {
  const more = path.join(folder.path, 'more');
  const last = path.join(folder.path, 'last');
  await recite(
    [
      ...LONG.slice(0, 120),
      { until: more },
      says('Something new.'),
      { until: last },
      says(' The end.'),
    ],
    'working',
  );
  const newest = details.getByRole('button', { name: 'Jump to newest' });
  await expect(transcript()).toContainText('Step 117');
  await expect(newest).toHaveCount(0);
  await transcript().hover();
  await window.page.mouse.wheel(0, -2_000);
  await expect(newest).toBeVisible();
  const count = details.getByText(/^\d+ entries$/);
  const before = Number.parseInt((await count.textContent()) ?? '', 10);
  writeFileSync(more, '');
  await expect(count).toHaveText(`${before + 1} entries`);
  await expect(newest).toBeVisible();
  await expect(transcript().getByText('Something new.')).not.toBeInViewport();
  await newest.click();
  await expect(newest).toHaveCount(0);
  await expect(transcript().getByText('Something new.')).toBeInViewport();
  writeFileSync(last, '');
  await expect(transcript().getByText('Something new. The end.')).toBeInViewport();
});

test('the facts tell what the processes of a task use while they are looked at', async () => {
  window = await FleetboardWindow.launch({ home: path.join(folder.path, 'home') });
  id = await window.startByCall({
    agent: 'command',
    folder: folder.path,
    prompt: 'sleep 600 & sleep 600 & wait',
  });
  await window.inState(id, 'working');
  details = await window.open(id);
  await details.getByRole('tab', { name: 'Facts' }).click();
  await expect(details).toContainText(/Uses3 processes, .+ of a core/);
  await details.getByRole('tab', { name: 'History' }).click();
  await expect(details.getByRole('region', { name: 'Audit' })).toContainText(
    'Claimed by 127.0.0.1',
  );
  await window.act(id, 'Cancel');
  await details.getByRole('tab', { name: 'Facts' }).click();
  await window.inState(id, 'cancelled');
  await expect(details).not.toContainText('of a core');
});
