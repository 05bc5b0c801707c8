import { z } from 'zod';
import { type SETTINGS, settingOf, TOOL_BUDGET } from './settings-manifest.ts';
import { toolKindSchema } from './tasks.ts';

/** One entry of `agents` in config.json. For `command` agents the prompt is appended as the last argument. */
export const agentConfigurationSchema = z.strictObject({
  protocol: z.enum(['acp', 'command']),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  /** The ACP mode in which this agent asks before it acts; set and read back after every session start. */
  mode: z.string().min(1).optional(),
});
export type AgentConfiguration = z.infer<typeof agentConfigurationSchema>;

/** What a session may do without asking. */
export const profileSchema = z.strictObject({
  /** Tool kinds answered without a person. */
  allow: z.array(toolKindSchema).default([]),
  /** Shell lines answered without a person: whole-line patterns in which `*` stands for anything but shell operators. */
  commands: z.array(z.string().min(1)).default([]),
  /** Where `edit`, `delete` and `move` apply, as patterns relative to the working folder. */
  paths: z.array(z.string().min(1)).default(['**']),
  /** How many requests are answered without a person before it asks again. */
  toolBudget: z
    .number()
    .int()
    .min(TOOL_BUDGET.min)
    .max(TOOL_BUDGET.max)
    .default(TOOL_BUDGET.default),
});
export type Profile = z.infer<typeof profileSchema>;

type NumberKey = Extract<(typeof SETTINGS)[number], { type: 'count' | 'duration' }>['key'];

/** The range and the default are those of the manifest. */
function numberOf(key: NumberKey) {
  const setting = settingOf(key);
  if (setting === undefined || !('min' in setting)) throw new Error(`${key} is no number`);
  return z.number().int().min(setting.min).max(setting.max).default(setting.default);
}

/** What each of them means stands in the manifest. */
export const dispatchLimitsSchema = z.strictObject({
  holdMaxMs: numberOf('dispatch.holdMaxMs'),
  leaseMs: numberOf('dispatch.leaseMs'),
  tickMs: numberOf('dispatch.tickMs'),
  maxConcurrentWorkers: numberOf('dispatch.maxConcurrentWorkers'),
  failureLimit: numberOf('dispatch.failureLimit'),
  backoffBaseMs: numberOf('dispatch.backoffBaseMs'),
  idleLimitMs: numberOf('dispatch.idleLimitMs'),
  handshakeTimeoutMs: numberOf('dispatch.handshakeTimeoutMs'),
});
export type DispatchLimits = z.infer<typeof dispatchLimitsSchema>;

/** What an agent or a profile can be called. */
export const nameSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    'a name of at most 64 letters, digits, ".", "_" or "-"',
  );

/** Opens a folder, which is appended as its last argument. Without a command, a known editor is looked for. */
export const editorSchema = z.strictObject({
  command: z.string().min(1).optional(),
  args: z.array(z.string()).default([]),
});
export type EditorConfiguration = z.infer<typeof editorSchema>;

/** One entry of `projects` in config.json, under the absolute path of its repository. */
export const projectConfigurationSchema = z.strictObject({
  /** A shell line that makes a new worktree ready for work, such as `npm ci`. */
  setUp: z.string().min(1).optional(),
  /** False: nothing of this project causes a system notification. */
  notify: z.boolean().optional(),
});
export type ProjectConfiguration = z.infer<typeof projectConfigurationSchema>;

/** One entry of `forges` in config.json, under the host of a remote such as `github.example.com`. */
export const forgeConfigurationSchema = z.strictObject({
  /** Where its REST interface is, such as `https://github.example.com/api/v3`. */
  apiUrl: z.url({ protocol: /^https?$/ }),
});
export type ForgeConfiguration = z.infer<typeof forgeConfigurationSchema>;

/** The whole of `<home>/config.json`. */
export const configurationSchema = z.strictObject({
  editor: editorSchema.prefault({}),
  forges: z.record(z.string().min(1), forgeConfigurationSchema).default({}),
  projects: z.record(z.string().min(1), projectConfigurationSchema).default({}),
  agents: z.record(nameSchema, agentConfigurationSchema).default({}),
  profiles: z.record(nameSchema, profileSchema).default({}),
  dispatch: dispatchLimitsSchema.prefault({}),
});
export type Configuration = z.infer<typeof configurationSchema>;

/** Something in config.json that was not applied: where, what was expected, what was there. */
export const configurationProblemSchema = z.object({
  path: z.string(),
  expected: z.string(),
  found: z.string(),
});
export type ConfigurationProblem = z.infer<typeof configurationProblemSchema>;
