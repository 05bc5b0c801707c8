import { useEffect, useRef, useState } from 'react';
import type { FieldProblem } from '../../../../shared/problems.ts';
import type { SettingsChange } from '../../../../shared/settings.ts';
import type { Setting, SettingValue } from '../../../../shared/settings-manifest.ts';
import { readTyped, typedOf } from '../../../../shared/typed-settings.ts';
import { writeSettings } from '../../state/settings-store.ts';

const SAVED_SHOWN_MS = 4_000;

/**
 * One value while it is edited. What was typed stays until it is written or taken back; when the file changes meanwhile,
 * nothing is written before a person has seen that.
 */
export function useEditedValue(setting: Setting, value: SettingValue) {
  const [typed, setTyped] = useState<string | null>(null);
  const [seen, setSeen] = useState('');
  const [problem, setProblem] = useState<FieldProblem | undefined>();
  const [words, setWords] = useState<string | null>(null);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const isWriting = useRef(false);
  const inFile = typedOf(setting, value);
  const isChangedOutside = typed !== null && !isWriting.current && inFile !== seen;

  useEffect(() => {
    if (savedAt === null) return;
    const timer = setTimeout(() => setSavedAt(null), SAVED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [savedAt]);

  function change(text: string) {
    if (typed === null) setSeen(inFile);
    setTyped(text);
    setProblem(undefined);
    setWords(null);
    setSavedAt(null);
  }

  function takeBack() {
    setTyped(null);
    setProblem(undefined);
    setWords(null);
  }

  async function write(written: SettingsChange['value']) {
    if (isWriting.current) return;
    isWriting.current = true;
    const refused = await writeSettings([{ path: setting.key.split('.'), value: written }]);
    isWriting.current = false;
    if (refused === null) {
      takeBack();
      setSavedAt(Date.now());
      return;
    }
    setProblem(refused.problems[0]);
    setWords(refused.words);
  }

  async function commit() {
    if (typed === null) return;
    const read = readTyped(setting, typed);
    if (read.outcome === 'wrong') {
      setProblem(read.problem);
      return;
    }
    if (typedOf(setting, read.value) === inFile) {
      takeBack();
      return;
    }
    await write(
      typeof read.value === 'object' && read.value !== null ? [...read.value] : read.value,
    );
  }

  return {
    shown: typed ?? inFile,
    isEdited: typed !== null,
    problem,
    words,
    isSaved: savedAt !== null,
    /** What the file has now, when it is something else than what was there when the typing began. */
    outside: isChangedOutside ? inFile : null,
    change,
    takeBack,
    commit,
    reset: () => write(null),
    /** On leaving the field; what changed outside has to be seen first. */
    leave: async () => {
      if (!isChangedOutside) await commit();
    },
  };
}
