import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { callDaemon } from '../../electron/daemon/api/daemon-client.ts';
import { approvalSchema } from '../../shared/contract.ts';
import { COMMAND_LINE_TEST_MS, type Running } from '../helpers/command-line.ts';
import { CommandedDaemon } from '../helpers/commanded-daemon.ts';
import { DECEPTIVE, HOSTILE_STRINGS } from '../helpers/hostile-strings.ts';
import { asks, calls, type RecitalStep, reciting, says, thinks } from '../helpers/recital.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: COMMAND_LINE_TEST_MS, hookTimeout: COMMAND_LINE_TEST_MS });

const folder = temporaryFolder('cli-hostile');
let daemon: CommandedDaemon;
let watch: Running;

const EVERYTHING: readonly RecitalStep[] = [
  ...HOSTILE_STRINGS.flatMap(({ text }, index) => [
    thinks(text),
    says(text),
    calls({
      toolCallId: `call-${index}`,
      title: text,
      rawInput: { command: text },
      content: [
        { type: 'content', content: { type: 'text', text } },
        { type: 'diff', path: text, oldText: null, newText: text },
      ],
    }),
  ]),
  ...HOSTILE_STRINGS.map(({ text }, index) =>
    asks(`ask-${index}`, text, [
      { optionId: `no-${index}`, name: text, kind: 'reject_once' },
      { optionId: `yes-${index}`, name: 'Reject', kind: 'allow_once' },
    ]),
  ),
];

beforeAll(async () => {
  const printer = reciting(folder.path, 'everything', EVERYTHING);
  daemon = await CommandedDaemon.serve(path.join(folder.path, 'home'), { agents: { printer } });
  watch = await daemon.watch();
});
afterAll(async () => {
  await daemon.end();
  folder.remove();
});

async function start(agent: string, prompt: string): Promise<string> {
  const input = {
    kind: 'attempt',
    agent,
    folder: folder.path,
    prompt,
    profile: 'careful',
    shape: 'scout',
  } as const;
  const { at, owner } = daemon;
  const answer = await callDaemon({ home: at.home, owner }, 'task.start', input);
  if (!answer.ok || answer.value.outcome !== 'enqueued') throw new Error(JSON.stringify(answer));
  return answer.value.taskId;
}

/** Runs it, and fails where anything that it printed could move the cursor or hide. */
async function printed(...args: string[]): Promise<string> {
  const { stdout, stderr } = await daemon.ran(args);
  expect(stdout.split('\n').filter((line) => DECEPTIVE.test(line))).toEqual([]);
  expect(stderr.split('\n').filter((line) => DECEPTIVE.test(line))).toEqual([]);
  return stdout;
}

const shownSchema = z.object({
  approvals: z.array(approvalSchema),
  sessionIds: z.array(z.string()),
});

describe('what agents print, on a terminal', () => {
  it('moves no cursor, changes no title and hides nothing', async () => {
    const id = await start('printer', 'Print everything');
    const shown = await vi.waitFor(
      async () => {
        const value = shownSchema.parse((await daemon.json('show', id)).value);
        expect(value.approvals).toHaveLength(HOSTILE_STRINGS.length);
        return value;
      },
      { timeout: 60_000, interval: 100 },
    );
    const words = await printed('show', id);
    expect(words).toContain('invoice⟨U+202E⟩fdp.exe');
    // Whoever reads it is told what an answer does, and cannot give the opposite of what he writes.
    expect(words).toMatch(/yes-\d+ {2}Allow once: “Reject”/);
    await printed('transcript', shown.sessionIds[0] ?? '');
    await printed('sessions');
    await printed('tasks');
    expect(await printed('approve', id, 'Reject')).toBe('');
    await printed('cancel', id);
  });

  it('is no different in titles, as they are listed and as they are watched', async () => {
    const titles = HOSTILE_STRINGS.filter(({ text }) => text.trim() !== '');
    for (const { text } of titles) {
      await start('command', `: ${text.replaceAll('\0', '').slice(0, 20_000)}`);
    }
    await start('command', 'echo "the last one"');
    await watch.until(({ lines }) => lines.some((line) => line.includes('the last one')));
    expect(watch.lines.filter((line) => DECEPTIVE.test(line))).toEqual([]);
    expect(watch.lines.join('\n')).toContain('invoice⟨U+202E⟩fdp.exe');
    expect(await printed('tasks', '--all')).toContain('invoice⟨U+202E⟩fdp.exe');
  });
});
