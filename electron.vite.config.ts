import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';

/** What the main process reads at its start: one file is read and resolved faster than hundreds. */
const BUNDLED = [
  '@agentclientprotocol/sdk',
  '@fastify/websocket',
  '@octokit/core',
  '@octokit/plugin-retry',
  '@octokit/plugin-throttling',
  'commander',
  'fastify',
  'jsonc-parser',
  'p-limit',
  'pino',
  'zod',
];

/** What makes a schema does nothing else: one that only types are made of is left out. */
const SCHEMAS = ['z'];

/** Making the schemas of the contract stood before the page's first line: what it shares with the daemon has none. */
const noSchemasInThePage: Plugin = {
  name: 'no-schemas-in-the-page',
  enforce: 'pre',
  resolveId(source, importer) {
    if (/^zod(\/|$)/.test(source))
      this.error(`${importer} brings zod into the page. Import its types only.`);
  },
};

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      target: 'node20',
      externalizeDeps: { exclude: BUNDLED },
      rollupOptions: {
        treeshake: { manualPureFunctions: SCHEMAS },
        input: {
          main: 'electron/main.ts',
          cli: 'electron/cli.ts',
          'demo-agent': 'electron/daemon/workers/demo/demo-agent.ts',
          'checkpoint-thread': 'electron/daemon/store/checkpoint-thread.ts',
        },
        output: {
          format: 'cjs',
          // As the sources are, which say so by being modules.
          strict: true,
          entryFileNames: '[name].cjs',
          chunkFileNames: 'chunks/[name]-[hash].cjs',
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      target: 'node20',
      rollupOptions: {
        input: { preload: 'electron/preload.ts' },
        // A sandboxed preload script must be CommonJS.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    build: {
      outDir: 'out/renderer',
      target: 'chrome130',
      minify: true,
      rollupOptions: { input: { index: 'renderer/index.html' } },
    },
    plugins: [noSchemasInThePage, react(), tailwindcss()],
  },
});
