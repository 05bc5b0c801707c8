import {
  type AgentConfiguration,
  agentConfigurationSchema,
} from '../../../../shared/configuration.ts';
import { programFile } from '../../program-file.ts';

/** The agents that need no account. Their names cannot be taken by config.json. */
export function builtInAgents(): Readonly<Record<'demo' | 'command', AgentConfiguration>> {
  return {
    demo: agentConfigurationSchema.parse({
      protocol: 'acp',
      command: process.execPath,
      args: [programFile('demo-agent', './workers/demo/demo-agent.ts')],
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
