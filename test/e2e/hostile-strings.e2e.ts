import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { LANES, type Lane } from '../../shared/lanes.ts';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { DECEPTIVE, HOSTILE_STRINGS } from '../helpers/hostile-strings.ts';
import { asks, calls, type RecitalStep, reciting, says, thinks } from '../helpers/recital.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const OPTIONS = [
  { optionId: 'yes', name: 'Reject', kind: 'allow_once' },
  { optionId: 'always', name: '', kind: 'allow_always' },
  { optionId: 'long', name: 'Approve or not, '.repeat(32), kind: 'reject_once' },
  { optionId: 'html', name: '<img src=x onerror=alert(1)>', kind: 'reject_always' },
] as const;

/** Everything, in every place where an agent can say something. */
function printsEverything(): readonly RecitalStep[] {
  return [
    ...HOSTILE_STRINGS.flatMap(({ text }, index) => [
      thinks(text),
      says(text),
      calls({
        toolCallId: `call-${index}`,
        title: text,
        rawInput: { command: text },
        locations: [{ path: text }],
        content: [
          { type: 'content', content: { type: 'text', text } },
          { type: 'diff', path: text, oldText: 'before\n', newText: text },
        ],
      }),
    ]),
    {
      update: {
        sessionUpdate: 'plan',
        entries: HOSTILE_STRINGS.map(({ text }) => ({
          content: text.slice(0, 2_000),
          priority: 'low',
          status: 'pending',
        })),
      },
    },
    ...HOSTILE_STRINGS.map(({ text }, index) =>
      asks(`ask-${index}`, text, [...OPTIONS, { optionId: 'own', name: text, kind: 'allow_once' }]),
    ),
  ];
}

/** What must never happen in a window, whatever is printed in it; told as it happens. */
class Intrusions {
  readonly seen: string[] = [];

  static async watch(window: FleetboardWindow): Promise<Intrusions> {
    const intrusions = new Intrusions();
    const { page, application } = window;
    page.on('dialog', (dialog) => {
      intrusions.seen.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('popup', () => intrusions.seen.push('a popup'));
    page.on('framenavigated', (frame) => intrusions.seen.push(`went to ${frame.url()}`));
    page.on('frameattached', () => intrusions.seen.push('a frame'));
    page.on('pageerror', (error) => intrusions.seen.push(String(error)));
    application.on('window', () => intrusions.seen.push('a window'));
    page.on('request', (request) => {
      if (!request.url().startsWith('fleetboard://window/')) {
        intrusions.seen.push(`asked for ${request.url().slice(0, 200)}`);
      }
    });
    await application.evaluate(({ shell }) => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      shell.openExternal = async (url) => void opened.push(url);
    });
    return intrusions;
  }
}

/** What is wrong with the page as it is now; empty when all is well. */
async function wrongs(page: Page): Promise<readonly string[]> {
  return page.evaluate((deceptive) => {
    const found: string[] = [];
    const isDeceptive = new RegExp(deceptive, 'u');
    const foreign =
      'img, iframe, object, embed, script, style, form, base, video, audio, [onclick]';
    for (const element of document.querySelectorAll(`#root :is(${foreign})`)) {
      found.push(`<${element.tagName.toLowerCase()}>`);
    }
    for (const link of document.querySelectorAll('#root a')) {
      if (!/^https?:$/.test(new URL(link.getAttribute('href') ?? '', location.href).protocol)) {
        found.push(`a link to ${link.getAttribute('href')}`);
      }
    }
    for (const element of document.querySelectorAll('#root *')) {
      for (const name of ['title', 'aria-label', 'placeholder', 'alt']) {
        const value = element.getAttribute(name);
        if (value !== null && isDeceptive.test(value)) found.push(`${name} ${value.slice(0, 80)}`);
      }
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const { data } = walker.currentNode as Text;
      if (isDeceptive.test(data)) found.push(`text ${JSON.stringify(data.slice(0, 80))}`);
    }
    for (const element of [document.documentElement, document.body]) {
      if (element.scrollWidth > element.clientWidth) found.push('it scrolls to the side');
      if (element.scrollHeight > element.clientHeight) found.push('it scrolls down');
    }
    for (const pane of document.querySelectorAll('aside, main, nav, [role="log"], .lanes')) {
      const { left, right } = pane.getBoundingClientRect();
      if (left < -1 || right > innerWidth + 1) found.push(`a pane beyond the window`);
      if (pane.scrollWidth > pane.clientWidth + 1)
        found.push(`${pane.tagName} scrolls to the side`);
    }
    return found;
  }, DECEPTIVE.source);
}

async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    const found = violations.map(({ id, nodes }) => ({ id, html: nodes[0]?.html.slice(0, 300) }));
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}

/** Goes through a transcript from its beginning to its end, opens what is folded, and looks at each screen of it. */
async function readWhole(page: Page, transcript: Locator): Promise<void> {
  await transcript.evaluate((element) => {
    element.scrollTop = 0;
  });
  for (let isAtEnd = false; !isAtEnd; ) {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    await transcript.evaluate((element) => {
      for (const folded of element.querySelectorAll<HTMLElement>('[aria-expanded="false"]')) {
        folded.click();
      }
    });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    expect(await wrongs(page)).toEqual([]);
    isAtEnd = await transcript.evaluate((element) => {
      const before = element.scrollTop;
      element.scrollTop += element.clientHeight;
      return element.scrollTop === before;
    });
  }
}

function laneHeading(board: FleetboardWindow, lane: Lane): Locator {
  return board.lane(lane).getByRole('heading', { level: 2 });
}

/** Goes through a lane from its first card to its last and looks at each screen of it; returns the ids of its cards. */
async function lookThrough(board: FleetboardWindow, name: Lane): Promise<ReadonlySet<string>> {
  const lane = board.lane(name);
  const ids = new Set<string>();
  for (let isAtEnd = false; !isAtEnd; ) {
    // Cards exist only near what is in view, and a moment after it has come there.
    await expect.poll(() => lane.evaluate(hasAllInView)).toBe(true);
    expect(await wrongs(board.page)).toEqual([]);
    const there = await lane.evaluate((element) =>
      Array.from(element.querySelectorAll<HTMLElement>('article'), (card) => card.dataset.taskId),
    );
    for (const id of there) if (id !== undefined) ids.add(id);
    isAtEnd = await lane.evaluate((element) => {
      const before = element.scrollTop;
      element.scrollTop += element.clientHeight;
      return element.scrollTop === before;
    });
  }
  await expect(laneHeading(board, name)).toHaveText(`${name}${ids.size}`);
  return ids;
}

/** Whether no cards are left out, for their height alone, where the lane is seen. */
function hasAllInView(lane: Element): boolean {
  const { top, bottom } = lane.getBoundingClientRect();
  return Array.from(lane.querySelectorAll(':scope > div:empty')).every((rows) => {
    const { top: start, bottom: end } = rows.getBoundingClientRect();
    return end < top || start > bottom;
  });
}

let folder: ReturnType<typeof temporaryFolder>;
let window: FleetboardWindow;
let intrusions: Intrusions;

test.beforeEach(async () => {
  folder = temporaryFolder('hostile');
  window = await FleetboardWindow.launch({
    home: path.join(folder.path, 'home'),
    configuration: {
      agents: { printer: reciting(folder.path, 'everything', printsEverything()) },
    },
  });
  intrusions = await Intrusions.watch(window);
});
test.afterEach(async () => {
  await window.close();
  folder.remove();
});

test('nothing that an agent prints breaks the window or deceives whoever reads it', async () => {
  test.setTimeout(300_000);
  const { page } = window;
  const id = await window.startByCall({
    agent: 'printer',
    folder: folder.path,
    prompt: 'Print everything',
  });
  await window.inState(id, 'awaiting');
  const card = window.card(id);
  // A button says what it does, whatever the agent calls it.
  const buttons = card.locator('button[data-option-kind]');
  await expect(buttons.nth(0)).toHaveText(/^Allow once: “Reject”/);
  await expect(buttons.nth(1)).toHaveText('Allow always');
  await expect(buttons.nth(2)).toHaveText(/^Reject: “Approve or not, .{40,80}…”/);
  await expect(buttons.nth(3)).toHaveText('Reject always: “<img src=x onerror=alert(1)>”');
  expect(await wrongs(page)).toEqual([]);

  const details = await window.open(id);
  const questions = details.getByRole('region', { name: /^Open question \d+ of/ });
  await expect(questions).toHaveCount(HOSTILE_STRINGS.length);
  for (const question of await questions.all()) {
    const own = question.locator('button[data-option-kind="allow_once"]').nth(1);
    await expect(own).toHaveText(/^(Allow once|\[?Approve\]?$)/);
  }
  await expect(details).toContainText('invoice⟨U+202E⟩fdp.exe');
  const transcript = details.getByRole('log', { name: 'Transcript' });
  await expect(transcript).toContainText('Asked:');
  await expectAccessible(page, 'the end of the transcript');
  await readWhole(page, transcript);
  // Nothing of an agent's is a button but what folds and unfolds its own entry, and that says so.
  for (const name of ['Approve', '[Approve]', 'press here']) {
    await expect(transcript.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  await expectAccessible(page, 'the transcript, all of it open');

  for (const tab of ['Facts', 'History']) {
    await details.getByRole('tab', { name: tab }).click();
    expect(await wrongs(page)).toEqual([]);
    await expectAccessible(page, tab);
  }
  await page.setViewportSize({ width: 820, height: 560 });
  await details.getByRole('tab', { name: 'Transcript' }).click();
  expect(await wrongs(page)).toEqual([]);

  // With a megabyte on the screen it still does what it is told.
  await page.setViewportSize({ width: 1400, height: 900 });
  await window.act(id, 'Cancel');
  await window.inState(id, 'cancelled');
  expect(await wrongs(page)).toEqual([]);
  expect(page.url()).toMatch(/^fleetboard:\/\/window\//);
  expect(intrusions.seen).toEqual([]);
  const opened = window.application.evaluate(() => Reflect.get(globalThis, 'opened') as string[]);
  expect(await opened).toEqual([]);
});

test('nor does it as a title, in notices, in the palette or as the name of a project', async () => {
  test.setTimeout(300_000);
  const { page } = window;
  const named = HOSTILE_STRINGS.filter(({ text }) => /^[^/\0\ud800-\udfff]{1,60}$/u.test(text));
  const titles = HOSTILE_STRINGS.filter(({ text }) => text.trim() !== '');
  for (const [index, { text }] of titles.entries()) {
    const name = named[index % named.length]?.text ?? 'plain';
    const project = path.join(folder.path, 'projects', name);
    mkdirSync(project, { recursive: true });
    await window.startByCall({
      kind: 'spawn',
      agent: 'command',
      folder: index < named.length ? project : folder.path,
      // A comment for the shell, whatever follows on its line.
      prompt: `: ${text.replaceAll('\0', '').slice(0, 20_000)}`,
    });
  }
  await expect(laneHeading(window, 'Working')).toHaveText('Working0', { timeout: 120_000 });
  const seen = new Set<string>();
  for (const lane of LANES) {
    for (const id of await lookThrough(window, lane)) seen.add(id);
  }
  expect(seen.size).toBe(titles.length);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await wrongs(page)).toEqual([]);
  await page.keyboard.press('Escape');
  for (const screen of ['Sessions', 'Daemons', 'Settings']) {
    await page.getByRole('button', { name: screen }).click();
    expect(await wrongs(page)).toEqual([]);
  }
  await page.getByRole('button', { name: 'All projects' }).click();
  await page.getByRole('combobox', { name: 'Filter' }).fill('fdp.exe');
  const invoice = page.getByRole('article').filter({ hasText: 'invoice⟨U+202E⟩fdp.exe' });
  await invoice.getByRole('heading', { name: 'invoice' }).click();
  await page.getByRole('complementary', { name: 'Details' }).waitFor();
  await page.keyboard.press('d');
  await expect(window.said).toContainText('invoice⟨U+202E⟩fdp.exe');
  expect(await wrongs(page)).toEqual([]);
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expectAccessible(page, 'a board of such titles');
  expect(intrusions.seen).toEqual([]);
});
