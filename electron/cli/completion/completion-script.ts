import type { Command } from 'commander';
import { assertNever } from '../../../shared/assert-never.ts';
import { bashScript } from './bash.ts';
import { commandWords } from './command-words.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Generated from the tree of commands, so that it cannot say anything else than they do. */
export function completionScript(program: Command, shell: Shell): string {
  const words = commandWords(program);
  switch (shell) {
    case 'bash':
      return bashScript(words);
    case 'zsh':
      return zshScript(words);
    case 'fish':
      return fishScript(words);
    default:
      return assertNever(shell);
  }
}
