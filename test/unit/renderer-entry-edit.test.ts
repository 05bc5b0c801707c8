import { describe, expect, it } from 'vitest';
import {
  changesMeanwhile,
  touchedFields,
} from '../../renderer/src/features/settings/entry-edit.ts';

const OPENED = { protocol: 'acp', command: 'npx', args: ['--acp'], mode: null };

describe('an entry of config.json in its form', () => {
  it('has touched what is no longer as it was opened, and nothing else', () => {
    expect(touchedFields(OPENED, OPENED)).toEqual([]);
    const draft = { ...OPENED, args: ['--acp', '-q'], mode: 'ask' };
    expect(touchedFields(OPENED, draft)).toEqual([
      ['args', ['--acp', '-q']],
      ['mode', 'ask'],
    ]);
    expect(touchedFields({ ...OPENED, mode: 'ask' }, OPENED)).toEqual([['mode', null]]);
  });

  it('is asked about when the file changed what was touched, and only then', () => {
    const touched = touchedFields(OPENED, { ...OPENED, args: ['-q'] });
    const words = (inFile: object, told = OPENED) =>
      changesMeanwhile(touched, told, { ...OPENED, ...inFile });
    expect(words({})).toBeNull();
    expect(words({ command: 'other', mode: 'ask' })).toBeNull();
    expect(words({ args: ['-q'] })).toBeNull();
    expect(words({ args: ['-v'] })).toBe(
      'Changed in the file meanwhile: args is ["-v"] now. Save again to replace that with yours.',
    );
    expect(words({ args: ['-v'] }, { ...OPENED, args: ['-v'] })).toBeNull();
    expect(words({ args: ['-w'] }, { ...OPENED, args: ['-v'] })).toContain('["-w"]');
  });

  it('is told what the file has as it is, on one line', () => {
    const touched = touchedFields({ command: 'a', mode: 'b' }, { command: 'mine', mode: 'mine' });
    const words = (command: string) =>
      changesMeanwhile(touched, { command: 'a', mode: 'b' }, { command, mode: null });
    expect(words('x\u202ey\n')).toContain('command is "x⟨U+202E⟩y\\n" now, mode is not set now.');
    expect(words('x'.repeat(1_000))?.length).toBeLessThan(300);
  });
});
