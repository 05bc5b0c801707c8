import { execFile } from 'node:child_process';

export type FoundToken =
  /** `source` names where it is from, for a person. */
  | { readonly outcome: 'found'; readonly token: string; readonly source: string }
  /** `nextStep` says where one can be put. */
  | { readonly outcome: 'missing'; readonly nextStep: string };

export interface TokenQuestion {
  readonly host: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
}

/** The name under which a person can keep a token for Fleetboard in the keychain of the system. */
const KEYCHAIN_SERVICE = 'fleetboard';
/** A keychain may wait for somebody to unlock it. */
const LONGEST_LOOK_MS = 10_000;

/**
 * Looks for the token of a host: in the environment, at GitHub's own command line, in the keychain. It is handed to the
 * caller and kept nowhere. A token of github.com is never offered to another host.
 */
export async function findToken(question: TokenQuestion): Promise<FoundToken> {
  const { host, environment } = question;
  const names = variablesFor(host);
  for (const name of names) {
    const token = acceptable(environment[name]);
    if (token !== null) return { outcome: 'found', token, source: name };
  }
  for (const { source, command, args } of programsFor(question)) {
    const token = acceptable(await outputOf(command, args, environment));
    if (token !== null) return { outcome: 'found', token, source };
  }
  const keychain = keychainStep(question);
  return {
    outcome: 'missing',
    nextStep: `Log in with the GitHub CLI (gh auth login --hostname ${host}), or start Fleetboard with ${names[0]} set${keychain === null ? '' : `, or keep one in the keychain: ${keychain}`}.`,
  };
}

/** The names that GitHub's own tools read. What is meant for github.com must not reach whoever runs another host. */
function variablesFor(host: string): readonly string[] {
  return host === 'github.com' || host.endsWith('.ghe.com')
    ? ['GITHUB_TOKEN', 'GH_TOKEN']
    : ['GITHUB_ENTERPRISE_TOKEN', 'GH_ENTERPRISE_TOKEN'];
}

interface TokenProgram {
  readonly source: string;
  readonly command: string;
  readonly args: readonly string[];
}

function programsFor({ host, platform }: TokenQuestion): readonly TokenProgram[] {
  const gh = {
    source: 'gh auth token',
    command: 'gh',
    args: ['auth', 'token', '--hostname', host],
  };
  const source = 'the keychain';
  if (platform === 'darwin') {
    const args = ['find-generic-password', '-s', KEYCHAIN_SERVICE, '-a', host, '-w'];
    return [gh, { source, command: 'security', args }];
  }
  if (platform === 'linux') {
    const args = ['lookup', 'service', KEYCHAIN_SERVICE, 'host', host];
    return [gh, { source, command: 'secret-tool', args }];
  }
  return [gh];
}

function keychainStep({ host, platform }: TokenQuestion): string | null {
  if (platform === 'darwin') {
    return `security add-generic-password -s ${KEYCHAIN_SERVICE} -a ${host} -w`;
  }
  if (platform === 'linux') {
    return `secret-tool store --label="Fleetboard at ${host}" service ${KEYCHAIN_SERVICE} host ${host}`;
  }
  return null;
}

/** What a bearer token may be made of; a greeting or an error text is none. */
function acceptable(text: string | null | undefined): string | null {
  const token = text?.trim() ?? '';
  return /^[\w.~+/=-]{1,1000}$/.test(token) ? token : null;
}

/** Null when the program is absent, fails, or does not end. */
async function outputOf(
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string | null> {
  const options = {
    encoding: 'utf8',
    env: { ...environment, GH_PROMPT_DISABLED: '1' },
    timeout: LONGEST_LOOK_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 64 * 1024,
    windowsHide: true,
  } as const;
  return new Promise((resolve) => {
    const child = execFile(command, args, options, (error, stdout) => {
      resolve(error === null ? stdout : null);
    });
    child.stdin?.end();
  });
}
