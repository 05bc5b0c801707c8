import { create } from 'zustand';
import type { FieldProblem, Problem } from '../../../shared/problems.ts';
import type { Settings, SettingsChange } from '../../../shared/settings.ts';
import { describeWrite } from '../../../shared/write-words.ts';
import { call } from '../api/daemon.ts';
import { useFleet } from './fleet-store.ts';
import { fieldProblemAsText, type Reason, reasonInLine } from './reason.ts';

/** Null before it was read; and why it could not be. */
export const useSettings = create<{
  readonly settings: Settings | null;
  readonly trouble: Problem | null;
}>()(() => ({ settings: null, trouble: null }));

let readsBegun = 0;
let newestShown = 0;

/** What is shown afterwards is at least as new as this call, also when answers overtake each other. */
export async function readSettings(): Promise<void> {
  readsBegun += 1;
  const number = readsBegun;
  const answer = await call('settings.read', {});
  if (number < newestShown) return;
  newestShown = number;
  if (answer.ok) useSettings.setState({ settings: answer.value, trouble: null });
  else useSettings.setState({ trouble: answer.problem });
}

/** Reads what config.json says now, and again whenever the daemon tells that it changed. Returns the end of that. */
export function followSettings(): () => void {
  void readSettings();
  return useFleet.subscribe(({ catalog }, { catalog: before }) => {
    if (catalog !== before) void readSettings();
  });
}

/** Why nothing was written: values that will not do, or words about the whole. */
export interface WriteRefusal {
  readonly problems: readonly FieldProblem[];
  readonly words: Reason | null;
}

/** All of it in one line. */
export function writeRefusalInLine({ problems, words }: WriteRefusal): string {
  const reasons = words === null ? [] : [reasonInLine(words)];
  return [...reasons, ...problems.map(fieldProblemAsText)].join(' ');
}

/** Ends when the last write that was asked for is written and shown. */
let lastWrite: Promise<unknown> = Promise.resolve();

/**
 * Null when it is written and shown. The content that a person sees is the one that is changed, or nothing is. One after
 * the other: what this window wrote before, and has not read again yet, is no change by somebody else.
 */
export function writeSettings(changes: readonly SettingsChange[]): Promise<WriteRefusal | null> {
  const write = () => writeToShown(changes);
  const written = lastWrite.then(write, write);
  lastWrite = written;
  return written;
}

async function writeToShown(changes: readonly SettingsChange[]): Promise<WriteRefusal | null> {
  const { settings } = useSettings.getState();
  if (settings === null) return { problems: [], words: 'The settings are not read yet.' };
  const answer = await call('settings.write', { stamp: settings.stamp, changes: [...changes] });
  await readSettings();
  if (!answer.ok) return { problems: [], words: answer.problem };
  const outcome = answer.value;
  if (outcome.outcome === 'written') return null;
  if (outcome.outcome === 'invalid') return { problems: outcome.problems, words: null };
  const words = 'problem' in outcome ? outcome.problem : describeWrite(outcome);
  return { problems: [], words };
}
