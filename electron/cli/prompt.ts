import { text } from 'node:stream/consumers';
import { UsageNotAccepted } from './command-stopped.ts';

const FROM_STANDARD_INPUT = '-';

/** The prompt as it was written after `--`, or standard input for `-`. Whether it can be used is the daemon's to say. */
export async function readPrompt(words: readonly string[], example: string): Promise<string> {
  if (words.length === 0) {
    throw new UsageNotAccepted(
      'prompt_missing',
      'There is no prompt.',
      `Write it after "--", as in: ${example}. A single - reads it from standard input.`,
    );
  }
  if (words.length === 1 && words[0] === FROM_STANDARD_INPUT) return text(process.stdin);
  return words.join(' ');
}
