import { assertNever } from './assert-never.ts';
import { exactDuration, parseDuration } from './durations.ts';
import type { FieldProblem } from './problems.ts';
import type { NumberSetting, Setting, SettingValue } from './settings-manifest.ts';

export type TypedSetting =
  | { readonly outcome: 'read'; readonly value: SettingValue }
  | { readonly outcome: 'wrong'; readonly problem: FieldProblem };

/** What was typed for a setting. Lists have a line for each of their texts. */
export function readTyped(setting: Setting, typed: string): TypedSetting {
  switch (setting.type) {
    case 'count': {
      const text = typed.trim();
      const number = /^-?\d+$/.test(text) ? Number(text) : null;
      return inRange(setting, typed, number);
    }
    case 'duration':
      return inRange(setting, typed, parseDuration(typed));
    case 'text': {
      const text = typed.trim();
      if (text.includes('\n')) return wrong(setting, typed);
      return { outcome: 'read', value: text === '' ? setting.default : text };
    }
    case 'list':
      return {
        outcome: 'read',
        value: typed.split('\n').filter((line) => line.trim() !== ''),
      };
    default:
      return assertNever(setting);
  }
}

/** A value as it would be typed. */
export function typedOf(setting: Setting, value: SettingValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return value.join('\n');
  return setting.type === 'duration' ? exactDuration(value) : String(value);
}

/** A value in words, on one line. */
export function valueInWords(setting: Setting, value: SettingValue): string {
  const typed = typedOf(setting, value).replaceAll('\n', ' ');
  return typed === '' ? 'none' : typed;
}

/** What a setting takes, in words. */
export function expectedOf(setting: Setting): string {
  switch (setting.type) {
    case 'count':
      return `a whole number ${rangeOf(setting)}`;
    case 'duration':
      return `a time ${rangeOf(setting)}, such as 2h, 90s or 500ms`;
    case 'text':
      return 'one line of text';
    case 'list':
      return 'one text per line';
    default:
      return assertNever(setting);
  }
}

/** The values that a number may have, as they are typed. */
export function rangeOf(setting: NumberSetting): string {
  return `from ${typedOf(setting, setting.min)} to ${typedOf(setting, setting.max)}`;
}

function inRange(setting: NumberSetting, typed: string, value: number | null): TypedSetting {
  if (value === null || value < setting.min || value > setting.max) return wrong(setting, typed);
  return { outcome: 'read', value };
}

function wrong(setting: Setting, typed: string): TypedSetting {
  const text = typed.trim();
  const found = text === '' ? 'nothing' : `"${text.length > 60 ? `${text.slice(0, 59)}…` : text}"`;
  return {
    outcome: 'wrong',
    problem: { field: setting.key, found, expected: expectedOf(setting) },
  };
}
