import { type Settings, settingsSchema } from '../../../shared/settings.ts';
import { SETTINGS } from '../../../shared/settings-manifest.ts';
import type { ConfigurationFile } from './configuration-file.ts';

/** What can be edited in place. Of an agent's environment the names only. */
export function readSettings(file: ConfigurationFile, knownProjects: readonly string[]): Settings {
  const { configuration, problems, stamp, written } = file.latest();
  const { agents, projects } = configuration;
  const folders = [...new Set([...knownProjects, ...Object.keys(projects)])];
  return settingsSchema.parse({
    file: file.path,
    stamp,
    problems,
    values: SETTINGS.map(({ key }) => ({
      key,
      value: valueAt(configuration, key) ?? null,
      isSet: valueAt(written, key) !== undefined,
    })),
    agents: Object.entries(agents).map(([id, agent]) => ({
      id,
      protocol: agent.protocol,
      command: agent.command,
      args: agent.args,
      envNames: Object.keys(agent.env),
      mode: agent.mode ?? null,
    })),
    projects: folders.map((folder) => ({ folder, notify: projects[folder]?.notify ?? true })),
  });
}

function valueAt(value: unknown, key: string): unknown {
  return key.split('.').reduce<unknown>((part, name) => {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return undefined;
    return Reflect.get(part, name);
  }, value);
}
