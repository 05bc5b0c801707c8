import { GitHubForge } from '../../../electron/daemon/pulls/forge/github/github-forge.ts';
import { FORGE_TOKEN, type TestForge } from './test-forge.ts';

export interface ClientSettings {
  readonly token?: string | null;
  readonly apiUrl?: string;
  readonly now?: () => number;
  readonly timeoutMs?: number;
  /** In place of `token`, asked whenever the client looks for one. */
  readonly findToken?: () => Promise<string>;
}

/** The real client, logged in as `ada`. */
export function clientOf(forge: TestForge, settings: ClientSettings = {}): GitHubForge {
  const { token = FORGE_TOKEN, apiUrl = forge.apiUrl, now = Date.now } = settings;
  return new GitHubForge({
    host: forge.repository.host,
    apiUrl,
    findToken: async () => {
      const found = settings.findToken === undefined ? token : await settings.findToken();
      return found === null
        ? { outcome: 'missing', nextStep: 'Log in.' }
        : { outcome: 'found', token: found, source: 'this test' };
    },
    now,
    timeoutMs: settings.timeoutMs ?? 15_000,
  });
}
