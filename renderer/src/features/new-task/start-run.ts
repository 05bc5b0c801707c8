import { call } from '../../api/daemon.ts';
import { readCatalog } from '../../state/daemon-link.ts';
import { useFleet } from '../../state/fleet-store.ts';
import { reportOutcome } from '../../state/notices.ts';
import type { RunDraft } from '../../state/run-draft.ts';
import { rememberFolder } from './remembered-folder.ts';
import { readRunDraft } from './run-start-input.ts';
import type { StartRefusal } from './start-refusal.ts';

/** Null when the run was started: the dialog is closed and what was typed is used up. */
export async function startRun(draft: RunDraft): Promise<StartRefusal | null> {
  const read = readRunDraft(draft);
  if (read.outcome === 'no_numbers') return { fields: read.problems, words: null };
  const result = await call('run.start', read.input);
  if (!result.ok) return { fields: [], words: result.problem };
  const outcome = result.value;
  if (outcome.outcome === 'refused') return { fields: outcome.problems, words: null };
  rememberFolder(draft.folder);
  useFleet.setState({ isStarting: false, runDraft: {} });
  reportOutcome(draft.goal.trim().split('\n', 1)[0] ?? '', outcome);
  void readCatalog();
  return null;
}
