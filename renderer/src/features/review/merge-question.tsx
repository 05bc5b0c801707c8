import { useId, useState } from 'react';
import { assertNever } from '../../../../shared/assert-never.ts';
import type { ContractOutput } from '../../../../shared/contract.ts';
import type { MergePrediction, MergeRefusal } from '../../../../shared/review.ts';
import type { MergeMethod, RunCard } from '../../../../shared/runs.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { call } from '../../api/daemon.ts';
import { ActionButton, Button } from '../../components/button.tsx';
import { RadioChoice } from '../../components/radio-choice.tsx';
import { ReasonWords, Refusal } from '../../components/refusal.tsx';
import { closeRunDialog, openReview } from '../../state/navigation.ts';
import type { Reason } from '../../state/reason.ts';
import { changeReview } from '../../state/review-drafts.ts';
import { MERGE_METHODS } from './merge-methods.ts';
import { MergeRefusalWords } from './merge-refusal-words.tsx';
import { mergeRun, NO_SUCH_RUN } from './settle-run.ts';
import { useAnswer } from './use-answer.ts';

/** Looks first what a merge would do, and merges only what was looked at. */
export function MergeQuestion({ run }: { run: RunCard }) {
  const { answer, again } = useAnswer(() => call('run.predictMerge', { runId: run.id }));
  if (answer === null) {
    return (
      <p role="status" className="px-6 pt-2 pb-6 text-ink-3">
        Looking at what a merge would do…
      </p>
    );
  }
  if (!answer.ok) return <Refused words={<ReasonWords reason={answer.problem} />} again={again} />;
  return <Predicted run={run} prediction={answer.value} again={again} />;
}

interface PredictedProps {
  readonly run: RunCard;
  readonly prediction: ContractOutput<'run.predictMerge'>;
  readonly again: () => Promise<void>;
}

function Predicted({ run, prediction, again }: PredictedProps) {
  switch (prediction.outcome) {
    case 'predicted':
      return (
        <Prediction
          run={run}
          headCommit={prediction.headCommit}
          prediction={prediction.prediction}
          again={again}
        />
      );
    case 'git_refused':
      return <Refused words={<ReasonWords reason={prediction.problem} />} again={again} />;
    case 'not_found':
      return <Refused words={<ReasonWords reason={NO_SUCH_RUN} />} again={again} />;
    default:
      return assertNever(prediction);
  }
}

interface PredictionProps {
  readonly run: RunCard;
  readonly headCommit: string;
  readonly prediction: MergePrediction;
  readonly again: () => Promise<void>;
}

function Prediction({ run, headCommit, prediction, again }: PredictionProps) {
  switch (prediction.outcome) {
    case 'clean':
      return (
        <CleanMerge
          run={run}
          headCommit={headCommit}
          baseCommit={prediction.baseCommit}
          again={again}
        />
      );
    case 'conflicts':
      return (
        <Refused words={<MergeRefusalWords refusal={prediction.refusal} />} again={again}>
          <Button onClick={() => askToResolve(run, prediction.refusal)}>
            Ask the agent to resolve them
          </Button>
        </Refused>
      );
    case 'nothing_to_merge':
    case 'refused':
      return <Refused words={<MergeRefusalWords refusal={prediction.refusal} />} again={again} />;
    default:
      return assertNever(prediction);
  }
}

/** Writes the words of the request for changes; the person sends them. */
function askToResolve(run: RunCard, { files }: MergeRefusal): void {
  const words = `${run.baseBranch} has moved on. Merge it into your branch and resolve the conflicts${files.length === 0 ? '' : ` in ${files.join(', ')}`}.`;
  changeReview(run.id, (draft) => ({
    ...draft,
    words: draft.words.trim() === '' ? words : `${draft.words}\n\n${words}`,
  }));
  closeRunDialog();
  openReview(run.id);
}

interface RefusedProps {
  readonly words: React.ReactNode;
  readonly again: () => Promise<void>;
  readonly children?: React.ReactNode;
}

function Refused({ words, again, children }: RefusedProps) {
  return (
    <>
      <div role="alert" className="readable space-y-2 overflow-y-auto px-6 pt-2 pb-4">
        {words}
      </div>
      <footer className="flex justify-end gap-2 border-t border-line px-6 py-3">
        {children}
        <ActionButton act={again}>Look again</ActionButton>
      </footer>
    </>
  );
}

interface CleanMergeProps {
  readonly run: RunCard;
  readonly headCommit: string;
  readonly baseCommit: string;
  readonly again: () => Promise<void>;
}

function CleanMerge({ run, headCommit, baseCommit, again }: CleanMergeProps) {
  const id = useId();
  const [method, setMethod] = useState<MergeMethod>('merge');
  const [message, setMessage] = useState('');
  const [refusal, setRefusal] = useState<Reason | null>(null);
  const [at, setAt] = useState<string | undefined>(undefined);

  async function merge() {
    const refused = await mergeRun(
      run,
      {
        runId: run.id,
        method,
        headCommit,
        baseCommit,
        message: message.trim() === '' || method === 'rebase' ? null : message.trim(),
      },
      at,
    );
    if (refused === null) return;
    setRefusal(refused.words);
    setAt(refused.owner ?? at);
  }

  return (
    <>
      <div className="space-y-4 overflow-y-auto px-6 pt-2 pb-5">
        <p className="rounded-md bg-done-wash px-3 py-2 text-done-ink">
          Merges cleanly: {visibleText(run.branch)} at {headCommit.slice(0, 12)} into{' '}
          {visibleText(run.baseBranch)} at {baseCommit.slice(0, 12)}.
        </p>
        <RadioChoice
          label="How"
          value={method}
          problem={undefined}
          choose={setMethod}
          options={MERGE_METHODS}
        />
        {method !== 'rebase' && (
          <div className="space-y-1">
            <label htmlFor={id} className="block text-xs font-medium text-ink-2">
              Message
            </label>
            <textarea
              id={id}
              rows={2}
              value={message}
              placeholder="Made from the goal"
              onChange={(event) => setMessage(event.target.value)}
              className="field block max-h-40 min-h-14 resize-y py-1.5"
            />
          </div>
        )}
        {refusal !== null && (
          <Refusal>
            <ReasonWords reason={refusal} />
          </Refusal>
        )}
      </div>
      <footer className="flex justify-end gap-2 border-t border-line px-6 py-3">
        {refusal !== null && <ActionButton act={again}>Look again</ActionButton>}
        <ActionButton look="primary" className="px-4" act={merge}>
          {at === undefined ? `Merge into ${visibleText(run.baseBranch)}` : 'Merge there'}
        </ActionButton>
      </footer>
    </>
  );
}
