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
  const { input, problems } = readRunDraft(draft);
  const result = await call('run.start', input);
  if (!result.ok) return { fields: [], words: result.problem };
  const outcome = result.value;
  if (outcome.outcome === 'refused') {
    const others = outcome.problems.filter(
      ({ field }) => !problems.some((problem) => problem.field === field),
    );
    return { fields: [...problems, ...others], words: null };
  }
  rememberFolder(draft.folder);
  useFleet.setState({ isStarting: false, runDraft: {} });
  reportOutcome(draft.goal.trim().split('\n', 1)[0] ?? '', outcome);
  void readCatalog();
  return null;
}
