import { z } from 'zod';
import { problemSchema } from './problems.ts';

/** What came of starting an agent to see whether it can be talked to. Nothing is asked of its model. */
export const agentTestOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('agent_answered'),
    /** As it calls itself; null when it does not say. */
    name: z.string().nullable(),
    version: z.string().nullable(),
    protocolVersion: z.number(),
    /** What it can do, each in words. */
    abilities: z.array(z.string()),
    /** Ways to log in that it offers, by their names. */
    logins: z.array(z.string()),
    /** Whether it opened a session, or wants a login first; then in its words why. */
    session: z.discriminatedUnion('state', [
      z.object({ state: z.literal('opened') }),
      z.object({ state: z.literal('needs_login'), words: z.string() }),
    ]),
    tookMs: z.number(),
  }),
  /** A command is not run; where it was found. */
  z.object({ outcome: z.literal('command_found'), at: z.string() }),
  z.object({ outcome: z.literal('agent_test_failed'), problem: problemSchema }),
  z.object({ outcome: z.literal('unknown_agent'), offered: z.array(z.string()) }),
]);
export type AgentTestOutcome = z.infer<typeof agentTestOutcomeSchema>;

/** An agent that is known and can be added with one press. */
export const detectedAgentSchema = z.object({
  id: z.string(),
  /** As people call it. */
  name: z.string(),
  command: z.string(),
  args: z.array(z.string()),
  /** Where its program is; null when it is not on PATH. */
  foundAt: z.string().nullable(),
  /** A shell line that installs it. */
  install: z.string(),
  /** The agents of config.json that are this one. */
  configuredAs: z.array(z.string()),
});
export type DetectedAgent = z.infer<typeof detectedAgentSchema>;
