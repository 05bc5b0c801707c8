import { type Profile, profileSchema } from '../../../../shared/configuration.ts';
import { toolKindSchema } from '../../../../shared/tasks.ts';

/** Profiles that are always there. An entry of the same name in config.json replaces one. */
export const BUILT_IN_PROFILES: Readonly<Record<string, Profile>> = {
  careful: profileSchema.parse({ allow: ['read', 'search', 'think'] }),
  standard: profileSchema.parse({
    allow: ['read', 'search', 'think', 'edit', 'move', 'fetch'],
    toolBudget: 300,
  }),
  trusting: profileSchema.parse({
    allow: toolKindSchema.options,
    commands: ['*'],
    toolBudget: 1_000,
  }),
};
