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
});
