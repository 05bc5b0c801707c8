import type { SettingsChange } from '../../../../shared/settings.ts';
import { visibleLine } from '../../../../shared/visible-text.ts';

const LONGEST_SHOWN = 120;

/** The fields of an entry of config.json; null: not in it. */
export type EntryValues = Readonly<Record<string, SettingsChange['value']>>;

type Touched = readonly (readonly [field: string, value: SettingsChange['value']])[];

/** What is no longer as it was when the form was opened. */
export function touchedFields(opened: EntryValues, draft: EntryValues): Touched {
  return Object.entries(draft).filter(([field, value]) => !isSame(value, opened[field]));
}

/** Which of the touched fields the file changed to something else since a person was told of them, in words; or null. */
export function changesMeanwhile(
  touched: Touched,
  told: EntryValues,
  inFile: EntryValues,
): string | null {
  const changed = touched.filter(
    ([field, value]) => !isSame(inFile[field], told[field]) && !isSame(inFile[field], value),
  );
  if (changed.length === 0) return null;
  const found = changed.map(([field]) => `${field} is ${inWords(inFile[field] ?? null)} now`);
  return `Changed in the file meanwhile: ${found.join(', ')}. Save again to replace that with yours.`;
}

function inWords(value: EntryValues[string]): string {
  return value === null ? 'not set' : visibleLine(JSON.stringify(value), LONGEST_SHOWN);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
