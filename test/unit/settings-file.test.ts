import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfigurationFile } from '../../electron/daemon/configuration/configuration-file.ts';
import { editJsonc } from '../../electron/daemon/configuration/edit-jsonc.ts';
import { readJsonc } from '../../electron/daemon/configuration/read-jsonc.ts';
import { readSettings } from '../../electron/daemon/configuration/read-settings.ts';
import { writeSettings } from '../../electron/daemon/configuration/write-settings.ts';
import type { SettingsChange } from '../../shared/settings.ts';
import { ranWithOrdinaryRights } from '../helpers/ordinary-rights.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const WRITER = fileURLToPath(new URL('../fixtures/write-setting.ts', import.meta.url));
const COMMENTED = `// Mine, by hand.
{
  "dispatch": {
    // how long I am away
    "holdMaxMs": 3600000, /* an hour */
    "leaseMs": 600000, // as before
  },
  "agents": {
    "mine": { "protocol": "acp", "command": "mine", "env": { "KEY": "topsecret-9" } } // the one
  }
}
// the end
`;

let folder: ReturnType<typeof temporaryFolder>;
let file: string;

beforeEach(() => {
  folder = temporaryFolder('settings');
  file = path.join(folder.path, 'config.json');
});
afterEach(() => {
  folder.remove();
});

const stampNow = () => new ConfigurationFile(file, () => {}).latest().stamp;
const write = (...changes: SettingsChange[]) => writeSettings(file, { stamp: stampNow(), changes });
const content = () => readFileSync(file, 'utf8');
const set = (key: string, value: SettingsChange['value']): SettingsChange => ({
  path: key.split('.'),
  value,
});
const commentsIn = (text: string) => text.match(/\/\/.*|\/\*.*?\*\//g);

function edited(text: string, where: string[], value: unknown): string {
  const result = editJsonc(text, where, value);
  if (result.outcome !== 'edited') throw new Error(JSON.stringify(result));
  return result.text;
}

describe('an edit', () => {
  it('changes a value and nothing else', () => {
    expect(edited(COMMENTED, ['dispatch', 'holdMaxMs'], 5)).toBe(COMMENTED.replace('3600000', '5'));
  });

  it('adds a key at the end of its object, behind the comments of the one before', () => {
    expect(edited(COMMENTED, ['dispatch', 'tickMs'], 50)).toBe(
      COMMENTED.replace('// as before\n', '// as before\n    "tickMs": 50,\n'),
    );
    expect(edited('{\n  "a": 1 // one\n}\n', ['b'], true)).toBe(
      '{\n  "a": 1, // one\n  "b": true\n}\n',
    );
  });

  it('takes a key away with its line and its comma, and leaves every comment', () => {
    const without = edited(COMMENTED, ['dispatch', 'leaseMs'], undefined);
    expect(commentsIn(without)).toEqual(commentsIn(COMMENTED));
    expect(readJsonc(without)).toMatchObject({
      value: { dispatch: { holdMaxMs: 3_600_000 }, agents: {} },
    });
    expect(edited('{\n  "a": 1,\n  "b": 2\n}\n', ['b'], undefined)).toBe('{\n  "a": 1\n}\n');
    expect(edited('{\n  "a": 1,\n  "b": 2\n}\n', ['a'], undefined)).toBe('{\n  "b": 2\n}\n');
    expect(edited('{"a":1,"b":2}', ['b'], undefined)).toBe('{"a":1}');
    expect(edited('{"a":1,"b":2}', ['a'], undefined)).toBe('{"b":2}');
    expect(edited('{}', ['a', 'b'], undefined)).toBe('{}');
  });

  it('makes the objects on the way, in the style of the file', () => {
    expect(edited('{}', ['a', 'b'], 1)).toBe('{\n  "a": {\n    "b": 1\n  }\n}');
    expect(edited('{\r\n\t"a": 1\r\n}\r\n', ['b', 'c'], [1])).toBe(
      '{\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": [\r\n\t\t\t1\r\n\t\t]\r\n\t}\r\n}\r\n',
    );
    expect(edited('{ "a": 1 }', ['b'], 2)).toBe('{ "a": 1, "b": 2 }');
    expect(edited('{ "a": 1, }', ['b'], 2)).toBe('{ "a": 1, "b": 2, }');
    expect(edited('', ['a'], 1)).toBe('{\n  "a": 1\n}\n');
    expect(edited('// to do', ['a'], 1)).toBe('// to do\n{\n  "a": 1\n}\n');
    expect(edited('\uFEFF{"a": 1}', ['a'], 2)).toBe('\uFEFF{"a": 2}');
    expect(edited('{ // empty\n}', ['a'], 1)).toBe('{ // empty\n  "a": 1\n}');
  });

  it('comes back as it was when it is taken back, whatever the order', () => {
    const keys = [['a'], ['b', 'c'], ['b', 'd'], ['e', 'f', 'g']];
    for (const begun of ['{}', COMMENTED, '{\n}\n', '{"z":{"y":1}}', '{\n  // only this\n}\n']) {
      let text = begun;
      for (const key of keys) text = edited(text, key, { deep: [1, '{,}//'] });
      for (const key of [...keys].reverse()) text = edited(text, key, undefined);
      const value = (of: string) => {
        const read = readJsonc(of);
        return read.outcome === 'read' ? read.value : read.problem;
      };
      expect(value(text), begun).toEqual({ ...(value(begun) as object), b: {}, e: { f: {} } });
      expect(commentsIn(text), begun).toEqual(commentsIn(begun));
    }
  });

  it('does not go into what is no object', () => {
    expect(editJsonc('{"dispatch": []}', ['dispatch', 'tickMs'], 1)).toEqual({
      outcome: 'no_object',
      path: ['dispatch'],
      found: 'array',
    });
  });
});

describe('a file', () => {
  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', 'no comma at line 3, column 3'],
    ['{\n  "a": \n}', 'no value at line 3, column 1'],
    ['{ "a": 1', 'no closing brace'],
    ["{ 'a': 1 }", 'at line 1, column 3'],
    ['{}\n}', 'something after the end at line 2, column 1'],
  ])('that cannot be parsed says where: %j', (text, found) => {
    const read = readJsonc(text);
    expect(read.outcome === 'unreadable' && read.problem.found).toContain(found);
  });

  it('keeps in force what was, when it is broken while it is in use', () => {
    writeFileSync(file, '{ "dispatch": { "tickMs": 70 } /* mine */, }');
    const used = new ConfigurationFile(file, () => {});
    expect(used.problems).toEqual([]);
    writeFileSync(file, '{ "dispatch": { "tickMs": ');
    used.look();
    expect(used.configuration.dispatch.tickMs).toBe(70);
    expect(used.problems[0]).toMatchObject({ found: expect.stringContaining('line 1, column') });
    writeFileSync(file, '\n');
    used.look();
    expect(used.configuration.dispatch.tickMs).toBe(70);
    expect(used.problems).toMatchObject([{ found: 'an empty file' }]);
    expect(write(set('dispatch.leaseMs', 2_000)).outcome).toBe('written');
    expect(content()).toBe('\n{\n  "dispatch": {\n    "leaseMs": 2000\n  }\n}\n');
    rmSync(file);
    used.look();
    expect(used.configuration.dispatch.tickMs).toBe(5_000);
  });

  it('with a key twice is read, and says so', () => {
    writeFileSync(file, '{ "dispatch": { "tickMs": 70, "tickMs": 80 } }');
    const read = new ConfigurationFile(file, () => {});
    expect(read.configuration.dispatch.tickMs).toBe(80);
    expect(read.problems).toMatchObject([{ path: 'tickMs', expected: 'each key once' }]);
  });

  it('with a key that no object can have is read without it, and says so', () => {
    writeFileSync(file, '{ "__proto__": { "dispatch": { "tickMs": 70 } }, "agents": {} }');
    const read = new ConfigurationFile(file, () => {});
    expect(read.configuration.dispatch.tickMs).not.toBe(70);
    expect(read.problems).toEqual([
      {
        path: '__proto__',
        expected: 'another name',
        found: 'a key "__proto__" at line 1, column 3',
      },
    ]);
  });

  it('that cannot even be looked at is said to be so, and watched all the same', async () => {
    symlinkSync('config.json', file);
    const changed = vi.fn();
    const used = new ConfigurationFile(file, changed);
    used.watch();
    try {
      expect(used.problems).toMatchObject([
        { expected: 'a file that can be read', found: expect.stringContaining('ELOOP') },
      ]);
      const changes = [set('dispatch.tickMs', 50)];
      expect(writeSettings(file, { stamp: used.latest().stamp, changes })).toMatchObject({
        outcome: 'not_written',
        problem: { message: expect.stringContaining('ELOOP') },
      });
      rmSync(file);
      writeFileSync(file, '{ "dispatch": { "tickMs": 14 } }');
      await vi.waitFor(() => expect(changed).toHaveBeenCalled(), { timeout: 30_000 });
      expect(used.configuration.dispatch.tickMs).toBe(14);
    } finally {
      used.unwatch();
    }
  });

  it('tells of a change by any editor, without being asked', async () => {
    const real = path.join(folder.path, 'elsewhere', 'real.json');
    mkdirSync(path.dirname(real));
    const changed = vi.fn();
    const used = new ConfigurationFile(file, changed);
    used.watch();
    const told = async (change: () => void) => {
      changed.mockClear();
      change();
      await vi.waitFor(() => expect(changed).toHaveBeenCalled(), { timeout: 30_000 });
    };
    try {
      await told(() => writeFileSync(file, '{ "dispatch": { "tickMs": 11 } }'));
      await told(() => {
        writeFileSync(`${file}~`, '{ "dispatch": { "tickMs": 12 } }');
        renameSync(`${file}~`, file);
      });
      await told(() => rmSync(file));
      writeFileSync(real, '{}');
      await told(() => symlinkSync(real, file));
      await told(() => writeFileSync(real, '{ "dispatch": { "tickMs": 13 } }'));
      expect(used.configuration.dispatch.tickMs).toBe(13);
    } finally {
      used.unwatch();
    }
  });
});

describe('a write', () => {
  it('makes the file when there is none, for its owner alone', () => {
    expect(write(set('dispatch.tickMs', 50))).toMatchObject({ outcome: 'written' });
    expect(content()).toBe('{\n  "dispatch": {\n    "tickMs": 50\n  }\n}\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder.path)).toEqual(['config.json']);
  });

  it('keeps the mode, follows a link, and returns to the default', () => {
    const real = path.join(folder.path, 'real.json');
    writeFileSync(real, COMMENTED);
    chmodSync(real, 0o640);
    symlinkSync('real.json', file);
    const outcome = write(set('dispatch.holdMaxMs', null), set('editor.command', 'vi'));
    expect(outcome).toEqual({ outcome: 'written', stamp: stampNow() });
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode & 0o777).toBe(0o640);
    expect(commentsIn(content())).toEqual(commentsIn(COMMENTED));
    const settings = readSettings(new ConfigurationFile(file, () => {}), ['/some/where']);
    const value = (key: string) => settings.values.find((each) => each.key === key);
    expect(value('dispatch.holdMaxMs')).toMatchObject({ value: 7_200_000, isSet: false });
    expect(value('dispatch.leaseMs')).toMatchObject({ value: 600_000, isSet: true });
    expect(value('editor.command')).toMatchObject({ value: 'vi', isSet: true });
    expect(settings.projects).toEqual([{ folder: '/some/where', notify: true }]);
    expect(settings.agents).toMatchObject([{ id: 'mine', envNames: ['KEY'] }]);
    expect(JSON.stringify(settings)).not.toContain('topsecret');
  });

  it('makes the target of a link that leads nowhere yet', () => {
    symlinkSync('later.json', file);
    expect(write(set('dispatch.tickMs', 50)).outcome).toBe('written');
    expect(existsSync(path.join(folder.path, 'later.json'))).toBe(true);
  });

  it.each<[SettingsChange, object]>([
    [set('dispatch.tickMs', 5), { field: 'dispatch.tickMs', found: '5', expected: 'at least 10' }],
    [set('dispatch.tickMs', '5s'), { field: 'dispatch.tickMs', found: '"5s"' }],
    [set('dispatch.workers', 5), { field: 'dispatch.workers', found: 'no setting' }],
    [set('dispatch', {}), { field: 'dispatch', found: 'no setting' }],
    [set('forges.host.apiUrl', 'https://x'), { found: 'no setting' }],
    [set('agents', {}), { field: 'agents', found: 'no setting' }],
    [set('agents.demo', { protocol: 'acp', command: 'x' }), { field: 'name', found: '"demo"' }],
    [set('agents.x', { protocol: 'acp' }), { field: 'agents.x.command', found: 'nothing' }],
    [set('agents.x.command', 'x'), { field: 'agents.x.protocol', found: 'nothing' }],
    [set('agents.a b', { protocol: 'acp', command: 'x' }), { field: 'agents.a b' }],
    [set('agents.x.args.deep', 1), { found: 'no setting' }],
    [set('profiles.x.toolBudget', -1), { field: 'profiles.x.toolBudget', found: '-1' }],
    [{ path: ['projects', '/a', 'setUp'], value: 'rm' }, { found: 'no setting' }],
    [{ path: ['projects', 'a', 'notify'], value: false }, { found: '"a"' }],
    [{ path: ['projects', '/a', 'notify'], value: 'no' }, { field: 'projects./a.notify' }],
    [set('__proto__.x', 1), { found: 'no setting' }],
    [
      set('agents.__proto__', { protocol: 'acp', command: 'x' }),
      { field: 'agents.__proto__', expected: expect.stringContaining('a name of') },
    ],
    [set('profiles.__proto__', { allow: [] }), { field: 'profiles.__proto__' }],
    [
      set('agents.mine.env.__proto__', 'x'),
      { field: '__proto__', found: '"__proto__"', expected: 'another name' },
    ],
  ])('refuses %j by name, and writes nothing', (change, problem) => {
    writeFileSync(file, COMMENTED);
    expect(write(set('dispatch.leaseMs', 700_000), change)).toMatchObject({
      outcome: 'invalid',
      problems: [problem],
    });
    expect(content()).toBe(COMMENTED);
  });

  it('is not kept from a correction by what else is wrong', () => {
    writeFileSync(file, '{ "dispatch": { "tickMs": "soon", "leaseMs": 1 }, "colour": "blue" }');
    expect(write(set('dispatch.tickMs', 60)).outcome).toBe('written');
    expect(content()).toBe('{ "dispatch": { "tickMs": 60, "leaseMs": 1 }, "colour": "blue" }');
    writeFileSync(file, '{ "dispatch": [] }');
    expect(write(set('dispatch.tickMs', 60))).toMatchObject({
      outcome: 'invalid',
      problems: [{ field: 'dispatch', expected: 'an object' }],
    });
  });

  it('to a file that somebody changed meanwhile is refused', () => {
    writeFileSync(file, COMMENTED);
    const stamp = stampNow();
    writeFileSync(file, '{}');
    const changes = [set('dispatch.tickMs', 50)];
    expect(writeSettings(file, { stamp, changes })).toEqual({ outcome: 'changed_meanwhile' });
    rmSync(file);
    expect(writeSettings(file, { stamp, changes }).outcome).toBe('changed_meanwhile');
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ['{ "dispatch": ', 'line 1, column'],
    ['[]', 'its outermost value is no object'],
    ['{ "agents": { "__proto__": {} } }', 'a key "__proto__" at line 1, column 15'],
    ['{ "dispatch": {}, "dispatch": {} }', 'a second time at line 1, column 19'],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'UTF-8'],
  ])('never overwrites what cannot be parsed: %j', (text, why) => {
    writeFileSync(file, text);
    const outcome = write(set('dispatch.tickMs', 50));
    expect(outcome).toMatchObject({
      outcome: 'unreadable_file',
      problem: { message: expect.stringContaining(why), nextStep: expect.any(String) },
    });
    expect(readFileSync(file)).toEqual(Buffer.from(text));
  });

  it('that the system refuses is said with a next step', () => {
    mkdirSync(file);
    expect(writeSettings(file, { stamp: 'none', changes: [set('dispatch.tickMs', 50)] })).toEqual({
      outcome: 'not_written',
      problem: {
        code: 'file_not_written',
        message: `${file} could not be written (EISDIR).`,
        nextStep: expect.any(String),
      },
    });
    const gone = path.join(folder.path, 'gone', 'config.json');
    expect(
      writeSettings(gone, { stamp: 'none', changes: [set('dispatch.tickMs', 50)] }),
    ).toMatchObject({ outcome: 'not_written', problem: { code: 'folder_missing' } });
  });

  it('leaves a file alone that may not be written', () => {
    writeFileSync(file, COMMENTED, { mode: 0o444 });
    expect(ranWithOrdinaryRights(WRITER, file, stampNow())).toMatchObject({
      outcome: 'not_written',
      problem: { code: 'file_not_writable' },
    });
    expect(content()).toBe(COMMENTED);
  });

  it('is written also where its folder cannot be synced, because it may not be read', () => {
    chmodSync(folder.path, 0o300);
    try {
      expect(ranWithOrdinaryRights(WRITER, file, stampNow())).toMatchObject({ outcome: 'written' });
    } finally {
      chmodSync(folder.path, 0o700);
    }
    expect(content()).toContain('"tickMs": 50');
  });
});
