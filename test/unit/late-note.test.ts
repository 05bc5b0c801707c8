import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { readTranscript } from '../../electron/daemon/workers/transcripts/read-transcript.ts';
import { DispatcherFixture } from '../helpers/dispatcher-fixture.ts';
import { createRepository } from '../helpers/git-repository.ts';

let fixture: DispatcherFixture;
afterEach(() => fixture.stop());

it('tells in the transcript that changes of the checkout are not part of the worktree', async () => {
  fixture = new DispatcherFixture();
  const repository = createRepository(fixture.home);
  writeFileSync(path.join(repository, 'README.md'), 'changed');
  const wait = 'until [ -e go ]; do sleep 0.02; done';
  const id = await fixture.enqueue({
    kind: 'spawn',
    shape: 'ship',
    folder: repository,
    prompt: wait,
  });
  const { workerSessionId, workFolder } = await fixture.until(id, 'running');
  await vi.waitFor(
    async () => {
      const { entries } = await readTranscript(fixture.home, workerSessionId ?? '', 0, 100);
      const notes = entries.flatMap(({ entry }) => (entry.type === 'note' ? [entry.text] : []));
      expect(notes).toEqual([
        `Working in a worktree on branch fleetboard/${id}/1.`,
        'Uncommitted changes of the checkout are not part of it.',
      ]);
    },
    { timeout: 10_000 },
  );
  writeFileSync(path.join(workFolder ?? '', 'go'), '');
  await fixture.until(id, 'done');
});
