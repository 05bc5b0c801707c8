import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { pinnedNode, project, projectEnvironment, tool } from '../setup/project.mjs';
import { runCommand } from '../setup/run-command.mjs';
import { withoutGuard } from './guard.mjs';

const COPIED = [
  'electron',
  'renderer',
  'shared',
  'test',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
];
const LIMIT_MS = 1_800_000;
/** The same histories for every guard, and no time spent on making a failing one short. */
const MODEL_ENVIRONMENT = {
  FLEETBOARD_MODEL_STEPS: '40000',
  FLEETBOARD_MODEL_SEED: '1',
  FLEETBOARD_MODEL_SHRINK_MS: '0',
};

/** A copy of what the tests need, to be broken and mended again. The working tree is only read. */
export class TreeCopy {
  #folder = mkdtempSync(path.join(tmpdir(), 'fleetboard-guards-'));

  /** It goes away with this process. */
  constructor() {
    process.once('exit', () => rmSync(this.#folder, { recursive: true, force: true }));
    for (const name of COPIED) {
      cpSync(path.join(project, name), path.join(this.#folder, name), { recursive: true });
    }
    symlinkSync(path.join(project, 'node_modules'), path.join(this.#folder, 'node_modules'), 'dir');
  }

  /** Runs these tests as they are, up to the first failure. */
  async run(/** @type {readonly string[]} */ tests) {
    const { code, output } = await runCommand(
      pinnedNode,
      [tool('vitest', 'vitest'), 'run', ...tests, '--bail=1'],
      {
        cwd: this.#folder,
        env: { ...projectEnvironment(), ...MODEL_ENVIRONMENT, NO_COLOR: '1' },
        limitMs: LIMIT_MS,
      },
    );
    return { code, output: stripVTControlCharacters(output) };
  }

  /** @param {import('./guard.mjs').Guard} guard */
  async runWithout(guard) {
    const file = path.join(this.#folder, guard.file);
    const source = readFileSync(file, 'utf8');
    writeFileSync(file, withoutGuard(guard, source));
    try {
      return await this.run(guard.tests);
    } finally {
      writeFileSync(file, source);
    }
  }
}
