import type { Card } from '../../shared/board.ts';
import type { DispatchEvent } from '../../shared/dispatch-events.ts';
import type { Call } from './daemon-calls.ts';

/** Which of what is told belongs to the project that was asked for; everything when none was. */
export class WatchedProject {
  readonly #asked: string | null;
  readonly #call: Call;
  readonly #names = new Map<string, string>();

  constructor(asked: string | null, call: Call) {
    this.#asked = asked;
    this.#call = call;
  }

  includes({ projectId, projectName }: Pick<Card, 'projectId' | 'projectName'>): boolean {
    this.#names.set(projectId, projectName);
    return this.#isAsked(projectId, projectName);
  }

  /** An event knows its project by id alone: the task knows the name. */
  async includesEvent({ projectId, taskId }: DispatchEvent): Promise<boolean> {
    if (this.#asked === null) return true;
    const known = this.#names.get(projectId);
    if (known !== undefined) return this.#isAsked(projectId, known);
    const answer = await this.#call('task.details', { taskId });
    return answer.outcome === 'found' && this.includes(answer.details.card);
  }

  #isAsked(id: string, name: string): boolean {
    return this.#asked === null || this.#asked === id || this.#asked === name;
  }
}
