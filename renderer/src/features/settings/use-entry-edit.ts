import { useState } from 'react';
import type { SettingsChange } from '../../../../shared/settings.ts';
import { changesMeanwhile, type EntryValues, touchedFields } from './entry-edit.ts';

/**
 * An entry of config.json while its form is open. What a person touched is written, the rest stays as the file has it.
 * What he touched and the file has otherwise by now is told once, and written when he saves again. Null: a new entry.
 */
export function useEntryEdit(inFile: EntryValues | null) {
  const [opened] = useState(inFile);
  const [told, setTold] = useState(inFile);

  /** The changes that make the draft of it, or why a person has to look first. */
  return (place: readonly string[], draft: EntryValues) => {
    if (opened === null || told === null || inFile === null) {
      return { changes: [{ path: [...place], value: draft }] satisfies SettingsChange[] };
    }
    const touched = touchedFields(opened, draft);
    const words = changesMeanwhile(touched, told, inFile);
    if (words !== null) {
      setTold(inFile);
      return { words };
    }
    return { changes: touched.map(([field, value]) => ({ path: [...place, field], value })) };
  };
}
