import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{unit,contract,races,model,crash,loops}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Real child processes and real files on two shared cores.
    maxWorkers: 2,
    pool: 'forks',
  },
});
