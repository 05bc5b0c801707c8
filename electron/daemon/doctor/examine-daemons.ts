import { tokenOf } from '../api/daemon-client.ts';
import type { Examination } from './examine-home.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import type { StoredDaemon, StoredFacts } from './stored-facts.ts';

const ASK_LIMIT_MS = 2_000;

/** Whether the daemons that say they run do, and answer under their own boot. */
export async function examineDaemons(
  { home }: Examination,
  { daemons, openTasks, isKnown }: StoredFacts,
): Promise<Finding[]> {
  const running = daemons.filter(({ stoppedAt }) => stoppedAt === null);
  const findings = await Promise.all(running.map((daemon) => examineDaemon(home, daemon)));
  if (running.length > 0 || !isKnown) return findings;
  return openTasks === 0
    ? [ok('Daemons', 'none runs, and no task waits for one')]
    : [
        warn(
          'Daemons',
          `None runs; ${openTasks} tasks wait for one.`,
          'Start it: fleetboard serve',
        ),
      ];
}

async function examineDaemon(home: string, daemon: StoredDaemon): Promise<Finding> {
  const { owner, bootId, pid, version } = daemon;
  const check = `Daemon ${owner}`;
  const answer = await identityAt(home, owner);
  if (answer === bootId) return ok(check, `answers (pid ${pid}, version ${version})`);
  if (answer !== null) {
    return fail(
      check,
      'Another daemon answers there than the one that is registered.',
      'Two homes share the port. Stop one of them, and start it on another port.',
    );
  }
  const port = owner.slice(owner.lastIndexOf(':') + 1);
  return isAlive(pid)
    ? fail(
        check,
        `It does not answer, though a process ${pid} is there.`,
        `Read logs/daemon.log in ${home}. If the process is that daemon, end it and start it again.`,
      )
    : warn(
        check,
        'It was killed: it is registered, but its process is gone.',
        `Start it again, it takes up its work at once: fleetboard serve --port ${port}`,
      );
}

/** The boot id of whoever answers with this home's token; null when nobody does. */
async function identityAt(home: string, owner: string): Promise<string | null> {
  const token = tokenOf({ home, owner });
  if (token === null) return null;
  try {
    const response = await fetch(`http://${owner}/v1/daemon`, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(ASK_LIMIT_MS),
    });
    const answer: unknown = await response.json();
    return hasBootId(answer) ? answer.bootId : null;
  } catch {
    return null;
  }
}

function hasBootId(answer: unknown): answer is { bootId: string } {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'bootId' in answer &&
    typeof answer.bootId === 'string'
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
