import { readFileSync } from 'node:fs';
import { z } from 'zod';

const file = new URL('../fixtures/hostile-strings.json', import.meta.url);

const hostileSchema = z.array(
  z.union([
    z.strictObject({ name: z.string(), text: z.string() }),
    z.strictObject({ name: z.string(), repeat: z.string(), times: z.number() }),
  ]),
);

export interface HostileString {
  readonly name: string;
  readonly text: string;
}

/** What an agent might print to break a reader, or to make somebody press what he would not. */
export const HOSTILE_STRINGS: readonly HostileString[] = hostileSchema
  .parse(JSON.parse(readFileSync(file, 'utf8')))
  .map((hostile) => ({
    name: hostile.name,
    text: 'text' in hostile ? hostile.text : hostile.repeat.repeat(hostile.times),
  }));

/** What nothing that is shown may have in it: it would hide, reorder or overwrite what a person reads. */
export const DECEPTIVE = /[^\P{Cc}\t\n]|\p{Bidi_Control}|\p{Cs}|[\u200b\u2028\u2029\u2060\ufeff]/u;
