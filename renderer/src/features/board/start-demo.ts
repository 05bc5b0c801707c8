import { describeOutcome } from '../../../../shared/outcome-words.ts';
import { call } from '../../api/daemon.ts';
import { readCatalog } from '../../state/daemon-link.ts';
import { openTask } from '../../state/navigation.ts';
import { confirm, refuse } from '../../state/notices.ts';

/** An attempt of the demo agent, without a further question; its details open, so that what it asks is seen. */
export async function startDemo(): Promise<void> {
  const answer = await call('demo.start', {});
  if (!answer.ok) {
    refuse('The demo', `${answer.problem.message} ${answer.problem.nextStep}`);
    return;
  }
  const outcome = answer.value;
  if (outcome.outcome === 'demo_refused') {
    refuse('The demo', `${outcome.problem.message} ${outcome.problem.nextStep}`);
    return;
  }
  if (outcome.outcome !== 'enqueued') {
    refuse('The demo', describeOutcome(outcome));
    return;
  }
  confirm('The demo', 'Started. It asks you one question in a moment.');
  openTask(outcome.taskId);
  void readCatalog();
}
