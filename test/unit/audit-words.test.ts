import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { auditWords, RUN_ACTIONS, saysNoMore, TASK_ACTIONS } from '../../shared/audit-words.ts';

const store = fileURLToPath(new URL('../../electron/daemon/store', import.meta.url));

/** Every action that is written as one anywhere in the store. */
function writtenActions(): ReadonlySet<string | undefined> {
  const sources = globSync('**/*.ts', { cwd: store })
    .filter((file) => !file.includes('migrations'))
    .map((file) => readFileSync(path.join(store, file), 'utf8'));
  const named = /'((?:dispatch|approval|run)\.[a-z_]+)'/g;
  return new Set(sources.flatMap((source) => [...source.matchAll(named)].map(([, name]) => name)));
}

describe('the words for what happened', () => {
  it('are there for every action that the store writes, and for no other', () => {
    const known = Object.keys({ ...TASK_ACTIONS, ...RUN_ACTIONS });
    expect([...writtenActions()].sort()).toEqual(known.sort());
  });

  it('say of an action of a newer version what is stored', () => {
    expect(auditWords('dispatch.teleported')).toBe('dispatch.teleported');
    expect(auditWords('constructor')).toBe('constructor');
  });

  it('know when a sentence adds nothing', () => {
    expect(saysNoMore('dispatch.claimed', '127.0.0.1:7420', 'Claimed.')).toBe(true);
    expect(saysNoMore('dispatch.held', 'Ada', 'Held by Ada.')).toBe(true);
    expect(saysNoMore('dispatch.held', 'Ada', 'Waits for an answer.')).toBe(false);
  });
});
