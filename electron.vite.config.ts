import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

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

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      target: 'node20',
      externalizeDeps: { exclude: BUNDLED },
      rollupOptions: {
        input: {
          main: 'electron/main.ts',
          cli: 'electron/cli.ts',
          'demo-agent': 'electron/daemon/workers/demo/demo-agent.ts',
        },
        output: { format: 'es', entryFileNames: '[name].js' },
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
    plugins: [react(), tailwindcss()],
  },
});
