import type Database from 'better-sqlite3';
import { changeRows } from '../database-writer.ts';
import type { TestForge } from '../forge/test-forge.ts';
import { COMPANY, COMPANY_CONFIGURATION, seedCompany } from './company.ts';
import { createCompanyRepository } from './company-repository.ts';
import { CompanyRows } from './company-rows.ts';

/** What a daemon is configured with that has the company's rows, and the forge that they speak of. */
export function companyConfiguration(forge: TestForge) {
  return { ...COMPANY_CONFIGURATION, forges: { 'github.com': { apiUrl: forge.apiUrl } } };
}

export interface CompanyHome {
  /** Where the company has its projects. */
  readonly folder: string;
  readonly home: string;
  /** Runs already, on this home. */
  readonly owner: string;
  readonly forge: TestForge;
}

/** Writes the little company of `company.ts`; returns what the times of its rows count back from. */
export function fillCompany({ folder, home, owner, forge }: CompanyHome): number {
  const { reviewed, published } = COMPANY;
  const repository = createCompanyRepository(folder, home, forge, { reviewed, published });
  const now = Date.now();
  changeRows(home, (database) => {
    const bootId = bootOf(database, owner);
    seedCompany(new CompanyRows(database, { home, owner, bootId, now }), repository);
  });
  return now;
}

function bootOf(database: Database.Database, owner: string): string {
  const row = database.prepare('SELECT boot_id FROM daemons WHERE owner_daemon = ?').get(owner);
  return (row as { boot_id: string }).boot_id;
}
