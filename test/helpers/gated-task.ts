import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { StartInput } from '../../shared/contract.ts';

/** Work that goes on until the test lets it finish, and that tells outside of the database what it did. */
export class GatedTask {
  readonly input: StartInput;
  readonly #witness: string;
  readonly #gate: string;

  constructor(folder: string, name: string, kind: StartInput['kind'] = 'spawn') {
    mkdirSync(folder, { recursive: true });
    this.#witness = path.join(folder, `${name}.witness`);
    this.#gate = path.join(folder, `${name}.gate`);
    const work = [
      `echo start >>'${this.#witness}'`,
      `while [ ! -e '${this.#gate}' ]; do sleep 0.02; done`,
      `echo finish >>'${this.#witness}'`,
      `echo 'the result of ${name}'`,
    ];
    this.input = {
      kind,
      agent: 'command',
      folder,
      prompt: work.join('; '),
      profile: 'careful',
      shape: 'scout',
    };
  }

  finish(): void {
    writeFileSync(this.#gate, '');
  }

  /** `start` and `finish` of every worker that it ever had. */
  get witness(): readonly string[] {
    if (!existsSync(this.#witness)) return [];
    return readFileSync(this.#witness, 'utf8').trimEnd().split('\n');
  }
}
