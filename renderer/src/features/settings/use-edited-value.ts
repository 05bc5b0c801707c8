import { useEffect, useState } from 'react';
import type { FieldProblem } from '../../../../shared/problems.ts';
import type { SettingsChange } from '../../../../shared/settings.ts';
import type { Setting, SettingValue } from '../../../../shared/settings-manifest.ts';
import { readTyped, typedOf } from '../../../../shared/typed-settings.ts';
import type { Reason } from '../../state/reason.ts';
import { writeSettings } from '../../state/settings-store.ts';

const SAVED_SHOWN_MS = 4_000;

/**
 * One value while it is edited. What was typed stays until it is written or taken back, also what is typed while an
 * earlier text is being written; when the file changes meanwhile, nothing is written before a person has seen that.
 */
export function useEditedValue(setting: Setting, value: SettingValue) {
  const [typed, setTyped] = useState<string | null>(null);
  const [seen, setSeen] = useState('');
  const [problem, setProblem] = useState<FieldProblem | undefined>();
  const [words, setWords] = useState<Reason | null>(null);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [isWriting, setWriting] = useState(false);
  /** Asked for during a write, and to be done after it. */
  const [isCommitDue, setCommitDue] = useState(false);
  const inFile = typedOf(setting, value);
  const isChangedOutside = typed !== null && !isWriting && inFile !== seen;

  useEffect(() => {
    if (isWriting || !isCommitDue) return;
    setCommitDue(false);
    void leave();
  });

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
    setCommitDue(false);
    setProblem(undefined);
    setWords(null);
  }

  async function write(written: SettingsChange['value'], shownAfter: string) {
    setWriting(true);
    const refused = await writeSettings([{ path: setting.key.split('.'), value: written }]);
    setWriting(false);
    setProblem(refused?.problems[0]);
    setWords(refused?.words ?? null);
    if (refused !== null) return;
    setTyped((now) => (now === typed ? null : now));
    setSeen(shownAfter);
    setSavedAt(Date.now());
  }

  async function commit() {
    if (typed === null) return;
    if (isWriting) {
      setCommitDue(true);
      return;
    }
    const read = readTyped(setting, typed);
    if (read.outcome === 'wrong') {
      setProblem(read.problem);
      setWords(null);
      return;
    }
    const shownAfter = typedOf(setting, read.value);
    if (shownAfter === inFile) {
      takeBack();
      return;
    }
    await write(
      typeof read.value === 'object' && read.value !== null ? [...read.value] : read.value,
      shownAfter,
    );
  }

  async function reset() {
    if (!isWriting) await write(null, typedOf(setting, setting.default));
  }

  /** On leaving the field; what changed outside has to be seen first. */
  async function leave() {
    if (!isChangedOutside) await commit();
  }

  return {
    shown: typed ?? inFile,
    isEdited: typed !== null,
    problem,
    words,
    isSaved: savedAt !== null && typed === null,
    /** What the file has now, when it is something else than what was there when the typing began. */
    outside: isChangedOutside ? inFile : null,
    change,
    takeBack,
    commit,
    reset,
    leave,
  };
}
