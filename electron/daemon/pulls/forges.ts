import type { Configuration } from '../../../shared/configuration.ts';
import type { Problem } from '../../../shared/problems.ts';
import type { Forge } from './forge/forge.ts';
import { apiAddressOf } from './forge/github/api-address.ts';
import { findToken } from './forge/token/find-token.ts';

/** For one request with its whole answer. */
const REQUEST_LIMIT_MS = 20_000;

/** The forges that remotes name, each made once for as long as its address is configured the same. */
export class Forges {
  readonly #configuration: () => Configuration;
  readonly #now: () => number;
  readonly #made = new Map<string, { readonly apiUrl: string | null; readonly forge: Forge }>();

  constructor(configuration: () => Configuration, now: () => number) {
    this.#configuration = configuration;
    this.#now = now;
  }

  of(host: string): Forge {
    const apiUrl = this.#configuration().forges[host]?.apiUrl ?? null;
    const known = this.#made.get(host);
    if (known !== undefined && known.apiUrl === apiUrl) return known.forge;
    const forge = this.#make(host, apiUrl);
    this.#made.set(host, { apiUrl, forge });
    return forge;
  }

  #make(host: string, apiUrl: string | null): Forge {
    const address = apiAddressOf(host, apiUrl);
    if (address.outcome === 'refused') return unusable(host, address.problem);
    const { platform } = process;
    // A remote can name any host: the token of a server of one's own goes only to one that the configuration names.
    const environment = apiUrl === null ? withoutServerTokens(process.env) : process.env;
    return readWhenAsked(host, async () => {
      const { GitHubForge } = await import('./forge/github/github-forge.ts');
      return new GitHubForge({
        host,
        apiUrl: address.url,
        findToken: () => findToken({ host, environment, platform }),
        now: this.#now,
        timeoutMs: REQUEST_LIMIT_MS,
      });
    });
  }
}

/** Most starts ask no forge anything: its program is not part of every start. */
function readWhenAsked(host: string, make: () => Promise<Forge>): Forge {
  let made: Promise<Forge> | null = null;
  const forge = () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
  return {
    host,
    whoAmI: async () => (await forge()).whoAmI(),
    findOpenPull: async (question) => (await forge()).findOpenPull(question),
    openPull: async (pull) => (await forge()).openPull(pull),
    readPull: async (question) => (await forge()).readPull(question),
    mergePull: async (merge) => (await forge()).mergePull(merge),
    updatePull: async (words) => (await forge()).updatePull(words),
  };
}

/** One whose address is not accepted: asked anything, it says why. */
function unusable(host: string, problem: Problem): Forge {
  const refuse = async () => ({ outcome: 'refused', problem }) as const;
  return {
    host,
    whoAmI: refuse,
    findOpenPull: refuse,
    openPull: refuse,
    readPull: refuse,
    mergePull: refuse,
    updatePull: refuse,
  };
}

function withoutServerTokens(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { GITHUB_ENTERPRISE_TOKEN: _, GH_ENTERPRISE_TOKEN: __, ...others } = environment;
  return others;
}
