import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Problem } from '../../../shared/problems.ts';
import { DaemonCannotStart } from '../daemon-cannot-start.ts';
import { tokenOf } from './daemon-client.ts';
import { REFUSALS } from './refusal.ts';

const HOST = '127.0.0.1';
/** A daemon that has just taken it answers a moment later. */
const ASK_LIMIT_MS = 2_000;
/** Connections are accepted all at once: a flood of them must not keep the thread for longer than a tick may be late. */
const MOST_WAITING = 128;

/** Listens on the port. @throws DaemonCannotStart `port_taken`, `port_not_allowed` */
export async function takePort(server: Server, home: string, port: number): Promise<void> {
  try {
    server.listen({ host: HOST, port, backlog: MOST_WAITING });
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') throw new DaemonCannotStart(await portTaken(home, port), error);
    if (code === 'EACCES') throw new DaemonCannotStart(portNotAllowed(port), error);
    throw error;
  }
}

async function portTaken(home: string, port: number): Promise<Problem> {
  const elsewhere = `start this one on another port: FLEETBOARD_PORT=${port === 65_535 ? port - 1 : port + 1}.`;
  const holder = await holderOf(home, port);
  return {
    code: 'port_taken',
    message: `${holder.name} holds port ${port} on ${HOST}.`,
    nextStep: holder.isOfThisHome ? `Use that one, or ${elsewhere}` : `Quit it, or ${elsewhere}`,
  };
}

/** Asks who listens there, in a way that tells a stranger nothing but the token of a port that is its own anyway. */
async function holderOf(home: string, port: number) {
  const token = tokenOf({ home, owner: `${HOST}:${port}` });
  const stranger = { name: 'Another program', isOfThisHome: false };
  try {
    const response = await fetch(`http://${HOST}:${port}/v1/daemon`, {
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(ASK_LIMIT_MS),
    });
    const answer: unknown = await response.json();
    if (isIdentity(answer)) {
      const name = `Fleetboard ${answer.version} (pid ${answer.pid}) of this home`;
      return { name, isOfThisHome: true };
    }
    if (isRefusedToken(answer)) {
      return { name: 'A Fleetboard of another home or user', isOfThisHome: false };
    }
    return stranger;
  } catch {
    return stranger;
  }
}

function isIdentity(answer: unknown): answer is { version: string; pid: number } {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'version' in answer &&
    typeof answer.version === 'string' &&
    'pid' in answer &&
    typeof answer.pid === 'number'
  );
}

function isRefusedToken(answer: unknown): boolean {
  return JSON.stringify(answer).includes(`"code":"${REFUSALS.wrong_token.code}"`);
}

function portNotAllowed(port: number): Problem {
  return {
    code: 'port_not_allowed',
    message: `The system does not allow listening on port ${port}.`,
    nextStep: 'Choose a port from 1024 to 65535: FLEETBOARD_PORT=7455.',
  };
}
