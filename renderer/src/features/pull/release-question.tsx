import type { RunPull } from '../../../../shared/pulls.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { call } from '../../api/daemon.ts';
import { ActionButton } from '../../components/button.tsx';
import { PullLink } from './pull-link.tsx';
import { PullRefusalWords } from './pull-refusal-words.tsx';
import { usePullQuestion } from './use-pull-question.ts';

/** Lets the pull request go: it stays on the forge, and the run can be merged or discarded here again. */
export function ReleaseQuestion({ run, pull }: { run: RunCard; pull: RunPull }) {
  const { refusal, isThere, act } = usePullQuestion(run, (at) =>
    call('run.release', { runId: run.id }, at),
  );
  return (
    <>
      <div className="space-y-3 overflow-y-auto px-6 pt-2 pb-5">
        <p>
          <PullLink pull={pull} text={`${pull.repository}#${pull.number ?? ''}`} /> stays open on
          the forge as it is. This run no longer owns or follows it; what it made can be merged or
          discarded here again.
        </p>
        {refusal !== null && <PullRefusalWords refusal={refusal} />}
      </div>
      <footer className="flex justify-end gap-2 border-t border-line px-6 py-3">
        <ActionButton look="primary" className="px-4" act={act}>
          {isThere ? 'Release there' : 'Release'}
        </ActionButton>
      </footer>
    </>
  );
}
