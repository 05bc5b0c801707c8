import { exactDuration } from '../../shared/durations.ts';
import {
  ENTRY_SETTINGS,
  SETTINGS,
  type Setting,
  type SettingValue,
} from '../../shared/settings-manifest.ts';

/** The rows of the tables in docs/settings.md. */
export function settingsAsMarkdown(): string[] {
  return [
    ...SETTINGS.map((setting) =>
      row(setting.key, typeOf(setting), shown(setting, setting.default), setting),
    ),
    ...ENTRY_SETTINGS.map((setting) => row(setting.key, setting.type, setting.default, setting)),
  ];
}

function row(
  key: string,
  type: string,
  standard: string,
  { words, applies }: Pick<Setting, 'words' | 'applies'>,
): string {
  return `| \`${key}\` | ${type} | ${standard} | ${applies} | ${words} |`;
}

function typeOf(setting: Setting): string {
  if (!('min' in setting)) return setting.type === 'list' ? 'list of texts' : 'text';
  const { type, min, max } = setting;
  if (type === 'count') return `whole number from ${min} to ${max}`;
  return `milliseconds from ${min} to ${max} (${exactDuration(min)} to ${exactDuration(max)})`;
}

function shown(setting: Setting, value: SettingValue): string {
  if (typeof value !== 'number') return 'none';
  return setting.type === 'duration' ? `${value} (${exactDuration(value)})` : String(value);
}
