import type { Configuration, Profile } from '../../../../shared/configuration.ts';
import type { Catalog } from '../../../../shared/contract.ts';
import { BUILT_IN_PROFILES } from './built-in-profiles.ts';

export function resolveProfile(configuration: Configuration, id: string): Profile | undefined {
  if (Object.hasOwn(configuration.profiles, id)) return configuration.profiles[id];
  return Object.hasOwn(BUILT_IN_PROFILES, id) ? BUILT_IN_PROFILES[id] : undefined;
}

/** Built-in profiles first, then the user's own. */
export function describeProfiles(configuration: Configuration): Catalog['profiles'] {
  const merged = { ...BUILT_IN_PROFILES, ...configuration.profiles };
  return Object.entries(merged).map(([id, profile]) => ({
    ...profile,
    id,
    builtIn: !Object.hasOwn(configuration.profiles, id),
  }));
}
