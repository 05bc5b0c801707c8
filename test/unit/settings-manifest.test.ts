import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  agentConfigurationSchema,
  configurationSchema,
  dispatchLimitsSchema,
  editorSchema,
  forgeConfigurationSchema,
  profileSchema,
  projectConfigurationSchema,
} from '../../shared/configuration.ts';
import { exactDuration, parseDuration } from '../../shared/durations.ts';
import {
  ENTRY_SETTINGS,
  SETTINGS,
  type Setting,
  settingOf,
  TOOL_BUDGET,
} from '../../shared/settings-manifest.ts';
import { expectedOf, readTyped, typedOf } from '../../shared/typed-settings.ts';
import { settingsAsMarkdown } from '../helpers/settings-as-markdown.ts';

const ALL: readonly Setting[] = SETTINGS;
const NUMBERS = ALL.filter((setting) => 'min' in setting);
const keysUnder = (prefix: string, all: readonly { readonly key: string }[]) =>
  all
    .map(({ key }) => key)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
    .sort();

/** A configuration with one value of the manifest. */
function withValue(key: string, value: unknown) {
  const [section = '', name = ''] = key.split('.');
  return configurationSchema.safeParse({ [section]: { [name]: value } });
}

describe('the manifest and the schema', () => {
  it('know the same keys', () => {
    const shapes = {
      'dispatch.': dispatchLimitsSchema,
      'editor.': editorSchema,
      'agents.<name>.': agentConfigurationSchema,
      'profiles.<name>.': profileSchema,
      'projects.<folder>.': projectConfigurationSchema,
      'forges.<host>.': forgeConfigurationSchema,
    };
    for (const [prefix, schema] of Object.entries(shapes)) {
      const known = keysUnder(prefix, [...SETTINGS, ...ENTRY_SETTINGS]);
      expect(known, prefix).toEqual(Object.keys(schema.shape).sort());
    }
    const sections = Object.keys(shapes).map((prefix) => prefix.split('.', 1)[0]);
    expect(Object.keys(configurationSchema.shape).sort()).toEqual([...sections].sort());
  });

  it('have the same defaults', () => {
    const configuration = configurationSchema.parse({});
    for (const setting of ALL) {
      const [section, name = ''] = setting.key.split('.');
      const part = section === 'editor' ? configuration.editor : configuration.dispatch;
      expect(Reflect.get(part, name) ?? null, setting.key).toEqual(setting.default);
    }
  });

  it.each(NUMBERS)('have the same range: $key', ({ key, min, max }) => {
    expect(withValue(key, min).success).toBe(true);
    expect(withValue(key, max).success).toBe(true);
    expect(withValue(key, min - 1).success).toBe(false);
    expect(withValue(key, max + 1).success).toBe(false);
    expect(withValue(key, min + 0.5).success).toBe(false);
  });

  it('agree on the tool budget, and refuse what is no key', () => {
    expect(profileSchema.parse({}).toolBudget).toBe(TOOL_BUDGET.default);
    expect(profileSchema.safeParse({ toolBudget: TOOL_BUDGET.max + 1 }).success).toBe(false);
    expect(profileSchema.safeParse({ toolBudget: TOOL_BUDGET.min - 1 }).success).toBe(false);
    expect(withValue('dispatch.workers', 1).success).toBe(false);
    expect(withValue('editor.colour', 'red').success).toBe(false);
  });

  it('are what docs/settings.md says', () => {
    const file = new URL('../../docs/settings.md', import.meta.url);
    // Columns are aligned with blanks.
    const written = readFileSync(file, 'utf8').replace(/ +/g, ' ');
    for (const row of settingsAsMarkdown()) expect(written).toContain(row);
    const rows = written.split('\n').filter((line) => line.startsWith('| `'));
    expect(rows.length).toBe(SETTINGS.length + ENTRY_SETTINGS.length);
  });
});

describe('a typed value', () => {
  it.each([
    ['2h', 7_200_000],
    ['90 s', 90_000],
    ['1h 30m', 5_400_000],
    ['1h30m', 5_400_000],
    ['1.5h', 5_400_000],
    ['500 ms', 500],
    ['2 min', 120_000],
    ['  3D ', 259_200_000],
    ['0', 0],
    ['7200000', null],
    ['2 hours', null],
    ['-2h', null],
    ['2h later', null],
    ['h', null],
    ['1e3s', null],
    ['toString', null],
    ['5 constructor', null],
    ['', null],
  ])('%j is %s ms', (typed, ms) => expect(parseDuration(typed)).toBe(ms));

  it('is shown so that it can be typed again', () => {
    for (const ms of [0, 1, 999, 1_500, 90_061_001, 2_592_000_000]) {
      expect(parseDuration(exactDuration(ms))).toBe(ms);
    }
    for (const setting of ALL) {
      expect(readTyped(setting, typedOf(setting, setting.default))).toEqual({
        outcome: 'read',
        value: setting.default,
      });
    }
  });

  it('out of its range, or of another kind, is named with what was expected', () => {
    const wrong = (key: string, typed: string) => {
      const setting = settingOf(key);
      if (setting === undefined) throw new Error(key);
      return readTyped(setting, typed);
    };
    for (const typed of ['0', '1001', '-1', '2.5', 'two', '', '0x10', '1e2', '٣']) {
      expect(wrong('dispatch.maxConcurrentWorkers', typed), typed).toMatchObject({
        outcome: 'wrong',
        problem: { expected: 'a whole number from 1 to 1000' },
      });
    }
    expect(wrong('dispatch.holdMaxMs', '31d')).toMatchObject({
      problem: { found: '"31d"', expected: expect.stringContaining('from 1s to 30d') },
    });
    for (const setting of ALL) expect(expectedOf(setting)).not.toBe('');
  });
});
