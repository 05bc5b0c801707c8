import { useState } from 'react';
import { assertNever } from '../../../../shared/assert-never.ts';
import { describeBytes } from '../../../../shared/describe-bytes.ts';
import type { RemovalPreview } from '../../../../shared/review.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { call } from '../../api/daemon.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { ActionButton } from '../../components/button.tsx';
import { ReasonWords, Refusal } from '../../components/refusal.tsx';
import type { Reason } from '../../state/reason.ts';
import { discardRun, NO_SUCH_RUN } from './settle-run.ts';
import { useAnswer } from './use-answer.ts';

/** Shows what would go before anything goes, and discards only what was shown. */
export function DiscardQuestion({ run }: { run: RunCard }) {
  const { answer, again } = useAnswer(() => call('run.previewDiscard', { runId: run.id }));
  if (answer === null) {
    return (
      <p role="status" className="px-6 pt-2 pb-6 text-ink-3">
        Looking at what would go…
      </p>
    );
  }
  if (!answer.ok) return <NoPreview reason={answer.problem} again={again} />;
  const { value } = answer;
  switch (value.outcome) {
    case 'found':
      return (
        <Preview key={JSON.stringify(value)} run={run} preview={value.preview} again={again} />
      );
    case 'git_refused':
      return <NoPreview reason={value.problem} again={again} />;
    case 'not_found':
      return <NoPreview reason={NO_SUCH_RUN} again={again} />;
    default:
      return assertNever(value);
  }
}

function NoPreview({ reason, again }: { reason: Reason; again: () => Promise<void> }) {
  return (
    <>
      <div role="alert" className="readable space-y-2 overflow-y-auto px-6 pt-2 pb-4">
        <ReasonWords reason={reason} />
      </div>
      <footer className="flex justify-end gap-2 border-t border-line px-6 py-3">
        <ActionButton act={again}>Look again</ActionButton>
      </footer>
    </>
  );
}

interface PreviewProps {
  readonly run: RunCard;
  readonly preview: RemovalPreview;
  readonly again: () => Promise<void>;
}

function Preview({ run, preview, again }: PreviewProps) {
  const [refusal, setRefusal] = useState<Reason | null>(null);
  const [at, setAt] = useState<string | undefined>(undefined);
  const { headCommit, branchCommit, uncommittedDigest } = preview;

  async function discard() {
    const seen = { headCommit, branchCommit, uncommittedDigest };
    const refused = await discardRun(run, { runId: run.id, seen }, at);
    if (refused === null) return;
    setRefusal(refused.words);
    setAt(refused.owner ?? at);
  }

  return (
    <>
      <div className="readable space-y-4 overflow-y-auto px-6 pt-2 pb-5">
        <p>
          Its worktree ({preview.isWholeSize ? '' : 'more than '}
          {describeBytes(preview.bytes)}) and its branch go. This cannot be undone.
        </p>
        <dl className="space-y-1 text-xs">
          <Place name="Worktree" text={preview.worktree} />
          <Place name="Branch" text={preview.branch} />
        </dl>
        <Lost preview={preview} />
        {refusal !== null && (
          <Refusal>
            <ReasonWords reason={refusal} />
          </Refusal>
        )}
      </div>
      <footer className="flex justify-end gap-2 border-t border-line px-6 py-3">
        {refusal !== null && <ActionButton act={again}>Look again</ActionButton>}
        <ActionButton look="danger" className="px-4" act={discard}>
          {at === undefined ? 'Discard for good' : 'Discard there'}
        </ActionButton>
      </footer>
    </>
  );
}

function Place({ name, text }: { name: string; text: string }) {
  return (
    <div className="flex gap-3">
      <dt className="w-16 shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0 font-mono break-all">
        <AgentText text={text} />
      </dd>
    </div>
  );
}

/** What exists nowhere else. */
function Lost({ preview }: { preview: RemovalPreview }) {
  const { commits, commitsLeftOut, uncommitted, uncommittedLeftOut } = preview;
  if (commits.length + commitsLeftOut + uncommitted.length + uncommittedLeftOut === 0) {
    return (
      <p className="rounded-md bg-done-wash px-3 py-2 text-done-ink">
        Nothing in it is lost: everything is somewhere else as well.
      </p>
    );
  }
  return (
    <div className="space-y-4 rounded-md bg-awaiting-wash px-3 py-2">
      {commits.length > 0 && (
        <Loss
          title={`${commits.length + commitsLeftOut === 1 ? 'A commit that exists' : `${commits.length + commitsLeftOut} commits that exist`} only there`}
          leftOut={commitsLeftOut}
          lines={commits.map(({ commit, subject }) => ({
            mark: commit.slice(0, 8),
            text: subject,
          }))}
        />
      )}
      {uncommitted.length > 0 && (
        <Loss
          title={`${uncommitted.length + uncommittedLeftOut === 1 ? 'A file' : `${uncommitted.length + uncommittedLeftOut} files`} with changes that are not committed`}
          leftOut={uncommittedLeftOut}
          lines={uncommitted.map(({ status, path }) => ({ mark: status, text: path }))}
        />
      )}
    </div>
  );
}

interface LossProps {
  readonly title: string;
  readonly lines: readonly { readonly mark: string; readonly text: string }[];
  readonly leftOut: number;
}

function Loss({ title, lines, leftOut }: LossProps) {
  return (
    <section aria-label={title} className="space-y-1">
      <h3 className="font-medium text-awaiting-ink">{title}</h3>
      <ul className="max-h-40 overflow-y-auto text-xs">
        {lines.map(({ mark, text }, index) => (
          <li key={index} className="flex gap-3">
            <span className="shrink-0 font-mono text-ink-2">{mark}</span>
            <span className="min-w-0 break-words">
              <AgentText text={text} />
            </span>
          </li>
        ))}
      </ul>
      {leftOut > 0 && <p className="text-xs text-ink-2">and {leftOut.toLocaleString()} more</p>}
    </section>
  );
}
