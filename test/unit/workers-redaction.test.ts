import { afterEach, describe, expect, it } from 'vitest';
import { Redactor, redactorOf } from '../../electron/daemon/workers/redaction.ts';
import { agentConfigurationSchema } from '../../shared/configuration.ts';
import { scripted, WorkerFixture } from '../helpers/worker-fixture.ts';

let fixture: WorkerFixture | undefined;
afterEach(async () => {
  await fixture?.stop();
  fixture = undefined;
});

const SECRET = 'sk-"quoted"\\and-long';

describe('secrets of the environment', () => {
  it.each(['secret', 'secret-in-pieces', 'secret-error', 'secret-exit'])(
    'never reach events or transcript: %s',
    async (behaviour) => {
      fixture = new WorkerFixture();
      const agent = scripted(behaviour, { env: { AGENT_API_KEY: SECRET } });
      const worker = await fixture.worker({ agent });
      const result = await worker.run(`use ${SECRET}`);
      await worker.handle.cancel();
      expect(JSON.stringify(result)).toContain('[redacted]');
      const everything = JSON.stringify([worker.events, await worker.transcript()]);
      expect(everything).not.toContain('quoted');
      expect(everything).toContain('use [redacted]');
    },
  );

  it('never reach a question', async () => {
    fixture = new WorkerFixture();
    const agent = scripted('ask', { env: { AGENT_API_KEY: SECRET } });
    const worker = await fixture.worker({ agent });
    worker.handle.prompt(`curl -H 'Key: ${SECRET}' example.invalid`);
    const { question } = await worker.event('question');
    expect(question.command).toBe("curl -H 'Key: [redacted]' example.invalid");
    expect(JSON.stringify(question)).not.toContain('quoted');
  });

  it('are known by name in the environment of the daemon', () => {
    const redactor = new Redactor(
      {},
      { GITHUB_TOKEN: 'ghp_123456', EDITOR: 'editor', A_KEY: 'abc' },
    );
    expect(redactor.text('ghp_123456 editor abc')).toBe('[redacted] editor abc');
  });

  it('are not what Fleetboard itself adds', () => {
    const agent = agentConfigurationSchema.parse({
      protocol: 'acp',
      command: 'codex-acp',
      env: { INITIAL_AGENT_MODE: 'read-only', OTHER: 'something' },
    });
    expect(redactorOf(agent, {}).text('read-only something')).toBe('read-only [redacted]');
  });
});
