import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type AgentConfiguration,
  agentConfigurationSchema,
} from '../../../../shared/configuration.ts';

/** The agents that need no account. Their names cannot be taken by config.json. */
export function builtInAgents(): Readonly<Record<'demo' | 'command', AgentConfiguration>> {
  return {
    demo: agentConfigurationSchema.parse({
      protocol: 'acp',
      command: process.execPath,
      args: [demoAgentFile()],
      // Inside Electron the same executable has to behave as Node.
      env: process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' },
    }),
    command: agentConfigurationSchema.parse(
      process.platform === 'win32'
        ? { protocol: 'command', command: 'cmd', args: ['/d', '/s', '/c'] }
        : { protocol: 'command', command: '/bin/sh', args: ['-c'] },
    ),
  };
}

/** Beside the built daemon (or above the chunk that this became), or among the sources when the daemon runs from them. */
function demoAgentFile(): string {
  const places = ['./demo-agent.js', '../demo-agent.js'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  );
  const source = fileURLToPath(new URL('../demo/demo-agent.ts', import.meta.url));
  return places.find((place) => existsSync(place)) ?? source;
}
