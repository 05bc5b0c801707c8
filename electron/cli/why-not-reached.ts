import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import type { Problem } from '../../shared/problems.ts';
import { tokenFile } from '../daemon/api/api-token.ts';
import { type DaemonAddress, portOf, tokenOf } from '../daemon/api/daemon-client.ts';

const ASK_LIMIT_MS = 2_000;

/**
 * Finds out why a call reached no daemon. Codes: `daemon_not_running`, `token_missing`, `token_not_readable`,
 * `token_refused`, `not_a_daemon`.
 */
export async function whyNotReached(address: DaemonAddress): Promise<Problem> {
  const { home, owner } = address;
  const port = portOf(owner);
  if (!(await listens(port))) {
    return {
      code: 'daemon_not_running',
      message: `No daemon runs on ${owner}: nothing listens there.`,
      nextStep: `Start one with "${serveCommand(port)}", or name another port with --port.`,
    };
  }
  const token = tokenOf(address);
  const answer = await answerAt(owner, token);
  if (answer === 'stranger') {
    return {
      code: 'not_a_daemon',
      message: `Something else than Fleetboard listens on ${owner}.`,
      nextStep: `Start a daemon on another port with "${serveCommand(port === 65_535 ? port - 1 : port + 1)}", and name that port with --port.`,
    };
  }
  const file = tokenFile(home, port);
  if (token === null) {
    return existsSync(file)
      ? {
          code: 'token_not_readable',
          message: `A daemon listens on ${owner}, but its token ${file} cannot be read.`,
          nextStep: 'Run the command as the user who started the daemon.',
        }
      : {
          code: 'token_missing',
          message: `A daemon listens on ${owner}, but its token is not in this home: there is no ${file}.`,
          nextStep: 'It serves another home: name it with --home or FLEETBOARD_HOME.',
        };
  }
  return answer === 'refused'
    ? {
        code: 'token_refused',
        message: `The daemon on ${owner} refuses the token of ${file}.`,
        nextStep:
          'It serves another home: name it with --home or FLEETBOARD_HOME. Or restart it, which writes a new token.',
      }
    : {
        code: 'daemon_unreachable',
        message: `The daemon on ${owner} did not answer in time.`,
        nextStep: `Try again; if it stays so, read ${home}/logs/daemon.log.`,
      };
}

function serveCommand(port: number): string {
  return port === 7455 ? 'fleetboard serve' : `fleetboard serve --port ${port}`;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const end = (found: boolean) => {
      socket.destroy();
      resolve(found);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.setTimeout(ASK_LIMIT_MS, () => end(false));
  });
}

async function answerAt(
  owner: string,
  token: string | null,
): Promise<'welcome' | 'refused' | 'stranger'> {
  try {
    const response = await fetch(`http://${owner}/v1/daemon`, {
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(ASK_LIMIT_MS),
    });
    const text = await response.text();
    if (response.ok && text.includes('"bootId"')) return 'welcome';
    return text.includes('"wrong_token"') ? 'refused' : 'stranger';
  } catch {
    return 'stranger';
  }
}
