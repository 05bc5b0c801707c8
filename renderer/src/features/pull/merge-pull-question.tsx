import { useState } from 'react';
import type { RunPull } from '../../../../shared/pulls.ts';
import type { MergeMethod, RunCard } from '../../../../shared/runs.ts';
import { call } from '../../api/daemon.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { ActionButton } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { RadioChoice } from '../../components/radio-choice.tsx';
import { MERGE_METHODS } from '../review/merge-methods.ts';
import { PullRefusalWords } from './pull-refusal-words.tsx';
import { usePullQuestion } from './use-pull-question.ts';

/** Merges exactly the head that was approved; one that moved is refused by the forge too. */
export function MergePullQuestion({ run, pull }: { run: RunCard; pull: RunPull }) {
  const [method, setMethod] = useState<MergeMethod>('merge');
  const { refusal, isThere, act } = usePullQuestion(run, (at) =>
    call('run.mergePull', { runId: run.id, method }, at),
  );
  return (
    <>
      <div className="space-y-4 overflow-y-auto px-6 pt-2 pb-5">
        <div className="space-y-1 rounded-md bg-done-wash px-3 py-2 text-done-ink">
          <p>
            {pull.number !== null && `#${pull.number} `}into{' '}
            <AgentText text={`${pull.baseBranch} of ${pull.repository}`} />, at exactly this head:
          </p>
          <p className="flex items-center gap-2">
            <code className="min-w-0 flex-1 font-mono text-xs break-all">
              {pull.approvedHead ?? 'none recorded: it is looked for in the records first'}
            </code>
            {pull.approvedHead !== null && <CopyButton text={pull.approvedHead} />}
          </p>
        </div>
        <RadioChoice
          label="How"
          value={method}
          problem={undefined}
          choose={setMethod}
          options={MERGE_METHODS}
        />
        {refusal !== null && <PullRefusalWords refusal={refusal} />}
      </div>
      <footer className="flex justify-end gap-2 border-t border-line px-6 py-3">
        <ActionButton look="primary" className="px-4" act={act}>
          {isThere ? 'Merge there' : 'Merge on the forge'}
        </ActionButton>
      </footer>
    </>
  );
}
