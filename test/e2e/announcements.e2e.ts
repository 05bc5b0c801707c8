import { expect, type Locator, test } from '@playwright/test';
import { changeRows } from '../helpers/database-writer.ts';
import { COMPANY } from '../helpers/screens/company.ts';
import { CompanyRows } from '../helpers/screens/company-rows.ts';
import { CompanyWindow } from '../helpers/screens/company-window.ts';

let company: CompanyWindow;
let said: Locator;

test.beforeEach(async () => {
  company = await CompanyWindow.open();
  said = company.window.page.locator('[aria-live="polite"][data-announcements]');
});
test.afterEach(() => company.close());

/** As another daemon does: each row gets a revision of its own. */
function settleAs(status: 'blocked', ids: readonly string[]): void {
  changeRows(company.window.home, (database) => {
    for (const id of ids) {
      database
        .prepare(
          `UPDATE dispatch_tasks SET status = ?, settled_at = created_at, error = 'It stands still',
                  revision = (SELECT revision + 1 FROM board) WHERE id = ?`,
        )
        .run(status, id);
    }
  });
}

test('what begins to need a person is said, with its title as it is shown', async () => {
  changeRows(company.window.home, (database) => {
    const of = { home: company.window.home, owner: '', bootId: '', now: Date.now() };
    const rows = new CompanyRows(database, of);
    rows.question({
      ...{ task: COMPANY.ofOther, session: 's-invoices', project: 'api', asked: 0 },
      ...{ title: 'Send\u202e the first one', command: 'npm run invoices', answeredBy: null },
    });
    database
      .prepare('UPDATE dispatch_tasks SET revision = (SELECT revision + 1 FROM board) WHERE id = ?')
      .run(COMPANY.ofOther);
  });
  await expect(said).toHaveText(
    'claude needs you: Send invoices once a month. It asks: Send⟨U+202E⟩ the first one.',
  );
});

test('many at once are a number, and no flood', async () => {
  settleAs('blocked', [COMPANY.working, 'images', COMPANY.queued, COMPANY.ofOther]);
  await expect(said).toHaveText(/^4 need you: .+, .+ and 2 more\.$/);
});

test('a cancel to come and its undo are said, and what came of an action', async () => {
  const { window } = company;
  await window.act(COMPANY.heldByHand, 'Cancel');
  await expect(said).toHaveText(
    'Sketch rate limits per account: Cancels in 5 seconds unless it is undone.',
  );
  await window.page.keyboard.press('z');
  await expect(said).toHaveText('Sketch rate limits per account: Undone: it goes on.');
  await window.act(COMPANY.heldByHand, 'Unhold');
  await expect(said).toHaveText('Sketch rate limits per account: Resumed.');
});
