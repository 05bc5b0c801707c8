import { z } from 'zod';
import { configurationProblemSchema } from './configuration.ts';
import { fieldProblemSchema, problemSchema } from './problems.ts';

/** What config.json comes to, as far as it can be edited in place. No value of an agent's environment is in it. */
export const settingsSchema = z.object({
  file: z.string(),
  /** Names the content that this was read from; a write says which one it saw. */
  stamp: z.string(),
  problems: z.array(configurationProblemSchema),
  /** By the manifest, in its order. */
  values: z.array(
    z.object({
      key: z.string(),
      value: z.union([z.number(), z.string(), z.array(z.string()), z.null()]),
      /** Whether the file says so; otherwise it is the default. */
      isSet: z.boolean(),
    }),
  ),
  /** The agents of the file, built-in ones not among them. */
  agents: z.array(
    z.object({
      id: z.string(),
      protocol: z.enum(['acp', 'command']),
      command: z.string(),
      args: z.array(z.string()),
      envNames: z.array(z.string()),
      mode: z.string().nullable(),
    }),
  ),
  /** Projects that work was started in, and those of the file. */
  projects: z.array(z.object({ folder: z.string(), notify: z.boolean() })),
});
export type Settings = z.infer<typeof settingsSchema>;
export type OwnAgent = Settings['agents'][number];

/** `path`: the keys from the top of the file. `value`: null takes the key away, which returns it to its default. */
export const settingsChangeSchema = z.strictObject({
  path: z.array(z.string().min(1).max(4_096)).min(1).max(4),
  value: z.json(),
});
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

/** All of the changes, or none. */
export const settingsWriteInputSchema = z.strictObject({
  /** Of the content that the changes were made to. */
  stamp: z.string(),
  changes: z.array(settingsChangeSchema).min(1).max(200),
});
export type SettingsWriteInput = z.infer<typeof settingsWriteInputSchema>;

export const settingsWriteOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('written'), stamp: z.string() }),
  z.object({ outcome: z.literal('invalid'), problems: z.array(fieldProblemSchema).min(1) }),
  /** By somebody else, since it was read. */
  z.object({ outcome: z.literal('changed_meanwhile') }),
  /** It cannot be parsed; a person has to correct it first. */
  z.object({ outcome: z.literal('unreadable_file'), problem: problemSchema }),
  /** The system refused. */
  z.object({ outcome: z.literal('not_written'), problem: problemSchema }),
]);
export type SettingsWriteOutcome = z.infer<typeof settingsWriteOutcomeSchema>;
