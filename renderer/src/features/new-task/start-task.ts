import type { StartInput } from '../../../../shared/contract.ts';
import { describeOutcome } from '../../../../shared/outcome-words.ts';
import { call } from '../../api/daemon.ts';
import { readCatalog } from '../../state/daemon-link.ts';
import { useFleet } from '../../state/fleet-store.ts';
import { reportOutcome } from '../../state/notices.ts';
import { rememberFolder } from './remembered-folder.ts';
import type { StartRefusal } from './start-refusal.ts';

/** Null when the task was queued: the dialog is closed and what was typed is used up. */
export async function startTask(input: StartInput): Promise<StartRefusal | null> {
  const result = await call('task.start', input);
  if (!result.ok) return { fields: [], words: result.problem };
  const outcome = result.value;
  if (outcome.outcome === 'refused') return { fields: outcome.problems, words: null };
  if (outcome.outcome === 'not_owner') return { fields: [], words: describeOutcome(outcome) };
  rememberFolder(input.folder);
  useFleet.setState({ isStarting: false, draft: {} });
  reportOutcome(input.prompt.trim().split('\n', 1)[0] ?? '', outcome);
  void readCatalog();
  return null;
}
