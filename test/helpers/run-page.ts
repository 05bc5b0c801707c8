import { expect, type Locator, type Page } from '@playwright/test';
import { pressOver } from './press-over.ts';

export interface RunToStart {
  readonly goal: string;
  readonly check: string;
  readonly folder: string;
  readonly agent?: string;
  readonly maxAttempts?: string;
}

/** Runs on the board as a person uses them, in a window or in a browser. */
export class RunPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the dialog on the form of a run. */
  async openForm(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'New', exact: true }).click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Loop run' }).check();
    return dialog;
  }

  /** Fills and submits the form as a person would; returns the run's id once its row is there. */
  async start(run: RunToStart): Promise<string> {
    const dialog = await this.openForm();
    await dialog.getByLabel('Agent', { exact: true }).selectOption(run.agent ?? 'command');
    await dialog.getByLabel('Goal', { exact: true }).fill(run.goal);
    await dialog.getByLabel('Check', { exact: true }).fill(run.check);
    await dialog.getByLabel('Folder', { exact: true }).fill(run.folder);
    if (run.maxAttempts !== undefined) {
      await dialog.getByLabel('Attempts at most', { exact: true }).fill(run.maxAttempts);
    }
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    const title = run.goal.split('\n', 1)[0] ?? '';
    const row = this.page.locator('article[data-run-id]').filter({ hasText: title }).first();
    await row.waitFor();
    return (await row.getAttribute('data-run-id')) ?? '';
  }

  row(runId: string): Locator {
    return this.page.locator(`article[data-run-id="${runId}"]`);
  }

  async inStatus(runId: string, status: string): Promise<void> {
    await this.page
      .locator(`article[data-run-id="${runId}"][data-run-status="${status}"]`)
      .waitFor();
  }

  async inState(runId: string, state: string): Promise<void> {
    await this.page.locator(`article[data-run-id="${runId}"][data-state="${state}"]`).waitFor();
  }

  async open(runId: string): Promise<Locator> {
    await this.row(runId).getByRole('heading').click();
    const details = this.page.getByRole('complementary', { name: 'Details' });
    await details.waitFor();
    return details;
  }

  /** Presses an action of the row. */
  async act(runId: string, action: string): Promise<void> {
    await pressOver(this.row(runId), action);
  }

  async review(runId: string): Promise<Locator> {
    await this.act(runId, 'Review');
    const review = this.page.getByRole('region', { name: 'Review', exact: true });
    await review.waitFor();
    return review;
  }
}
