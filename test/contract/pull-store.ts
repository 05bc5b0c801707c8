import { describe } from 'vitest';
import type { CreateDatabase } from '../helpers/store-database.ts';
import { describeContinuing } from './pull-store-continuing.ts';
import { describeOnTheForge } from './pull-store-on-the-forge.ts';
import { describeOwning } from './pull-store-owning.ts';

/** What any implementation of pull requests must do. */
export function describePullStore(name: string, create: CreateDatabase): void {
  describe(`pull requests of the ${name} store`, () => {
    describeOwning(create);
    describeContinuing(create);
    describeOnTheForge(create);
  });
}
