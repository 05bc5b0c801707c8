import type { Locator, Page } from '@playwright/test';
import type { StartInput } from '../../shared/contract.ts';
import { pressOver } from './press-over.ts';

export interface TaskToStart {
  readonly kind: 'Spawn' | 'Attempt';
  readonly agent: string;
  readonly folder: string;
  readonly prompt: string;
  readonly profile?: string;
  readonly shape?: 'Ship' | 'Scout';
}

/** The board as a person uses it, in a window or in a browser. */
export class BoardPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  lane(name: 'Needs you' | 'Working' | 'Ready to review' | 'Done'): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  card(taskId: string): Locator {
    return this.page.locator(`article[data-task-id="${taskId}"]`);
  }

  /** The card of the only task whose title begins like this; returns its id once it is there. */
  async taskId(title: string): Promise<string> {
    const card = this.page.getByRole('article').filter({ hasText: title }).first();
    await card.waitFor();
    const id = await card.getAttribute('data-task-id');
    if (id === null) throw new Error(`the card "${title}" has no task id`);
    return id;
  }

  async inState(taskId: string, state: string): Promise<void> {
    await this.page.locator(`article[data-task-id="${taskId}"][data-state="${state}"]`).waitFor();
  }

  /** Fills and submits the dialog as a person would. */
  async start(task: TaskToStart): Promise<void> {
    await this.page.getByRole('button', { name: 'New', exact: true }).click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('radio', { name: task.kind }).check();
    await dialog.getByLabel('Agent', { exact: true }).selectOption(task.agent);
    await dialog.getByLabel('Folder', { exact: true }).fill(task.folder);
    await dialog.getByLabel('Prompt', { exact: true }).fill(task.prompt);
    if (task.profile !== undefined) {
      await dialog.getByLabel('Profile', { exact: true }).selectOption(task.profile);
    }
    if (task.shape !== undefined) await dialog.getByRole('radio', { name: task.shape }).check();
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  }

  /** Starts an attempt of a scout, unless said otherwise, without the dialog; returns its id. */
  async startByCall(
    input: Pick<StartInput, 'agent' | 'folder' | 'prompt'> & Partial<StartInput>,
  ): Promise<string> {
    const whole: StartInput = { kind: 'attempt', profile: 'careful', shape: 'scout', ...input };
    const answer = await this.page.evaluate(
      (task) => globalThis.window.fleetboard.call('task.start', task),
      whole,
    );
    if (!answer.ok || answer.value.outcome !== 'enqueued') throw new Error(JSON.stringify(answer));
    return answer.value.taskId;
  }

  /** Opens the details of a card, and returns them. */
  async open(taskId: string): Promise<Locator> {
    await this.card(taskId).getByRole('heading').click();
    const details = this.page.getByRole('complementary', { name: 'Details' });
    await details.waitFor();
    return details;
  }

  /** Presses an action of a card. */
  async act(taskId: string, action: string): Promise<void> {
    await pressOver(this.card(taskId), action);
  }

  /** Where the window says what came of an action. */
  get said(): Locator {
    return this.page.getByRole('status').last();
  }
}
