import { z } from 'zod';
import { toolKindSchema } from './tasks.ts';

const MINUTE_MS = 60_000;

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
  toolBudget: z.number().int().min(0).max(100_000).default(100),
});
export type Profile = z.infer<typeof profileSchema>;

export const dispatchLimitsSchema = z.strictObject({
  /** How long a hold or an open question waits for a person. */
  holdMaxMs: z
    .number()
    .int()
    .min(1_000)
    .max(30 * 24 * 60 * MINUTE_MS)
    .default(120 * MINUTE_MS),
  /** How long a claim is valid without renewal. */
  leaseMs: z
    .number()
    .int()
    .min(1_000)
    .max(24 * 60 * MINUTE_MS)
    .default(10 * MINUTE_MS),
  /** The backstop period of the dispatcher; work is started by event. */
  tickMs: z
    .number()
    .int()
    .min(10)
    .max(10 * MINUTE_MS)
    .default(5_000),
  /** Workers at work at the same time, per project. Held and asking ones do not count. */
  maxConcurrentWorkers: z.number().int().min(1).max(1_000).default(2),
  /** Failures after which a send or a spawn is blocked. */
  failureLimit: z.number().int().min(1).max(100).default(2),
  backoffBaseMs: z
    .number()
    .int()
    .min(0)
    .max(60 * MINUTE_MS)
    .default(2_000),
  /** Silence after which a working agent is taken to hang. */
  idleLimitMs: z
    .number()
    .int()
    .min(1_000)
    .max(24 * 60 * MINUTE_MS)
    .default(15 * MINUTE_MS),
  handshakeTimeoutMs: z
    .number()
    .int()
    .min(100)
    .max(60 * MINUTE_MS)
    .default(MINUTE_MS),
});
export type DispatchLimits = z.infer<typeof dispatchLimitsSchema>;

const nameSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'a name of letters, digits, ".", "_" or "-"');

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
  /** Opens a folder, which is appended as its last argument. */
  editor: z
    .strictObject({ command: z.string().min(1), args: z.array(z.string()).default([]) })
    .optional(),
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
