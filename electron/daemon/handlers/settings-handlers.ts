import type { ContractHandlers } from '../../../shared/contract.ts';
import { readSettings } from '../configuration/read-settings.ts';
import { writeSettings } from '../configuration/write-settings.ts';
import { detectAgents } from '../workers/agents/detect-agents.ts';
import { prepareDemoRepository } from '../workers/demo/demo-repository.ts';
import type { HandlerDependencies } from './handlers.ts';

/** More projects than anybody silences one by one. */
const PROJECTS_SHOWN = 200;

type SettingsMethod =
  | 'settings.read'
  | 'settings.write'
  | 'agent.test'
  | 'agent.detect'
  | 'demo.start';

/** What the settings and the first run ask for. */
export function settingsHandlers(
  { configuration, store, agentTests, home }: HandlerDependencies,
  start: ContractHandlers['task.start'],
): Pick<ContractHandlers, SettingsMethod> {
  return {
    'settings.read': async () =>
      readSettings(configuration, await store.board.recentFolders(PROJECTS_SHOWN)),

    async 'settings.write'(input) {
      const outcome = writeSettings(configuration.path, input);
      configuration.look();
      return outcome;
    },

    'agent.test': ({ agent }) => agentTests.run(agent),
    'agent.detect': async () => detectAgents(configuration.configuration, process.env.PATH),

    async 'demo.start'() {
      const demo = await prepareDemoRepository(home);
      if (demo.outcome === 'demo_refused') return demo;
      return start({
        kind: 'attempt',
        agent: 'demo',
        folder: demo.folder,
        prompt: 'Show me what a task looks like',
        profile: 'careful',
        shape: 'ship',
      });
    },
  };
}
