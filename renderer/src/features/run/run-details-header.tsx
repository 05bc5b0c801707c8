import { describeDuration } from '../../../../shared/durations.ts';
import { ownsOpenPull } from '../../../../shared/own-pull.ts';
import { describeCost, runWord } from '../../../../shared/run-words.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { RunActionButtons } from '../../components/action-buttons.tsx';
import { AgentText } from '../../components/agent-text.tsx';
import { CommandButton } from '../../components/command-button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { OwnerTag } from '../../components/owner-tag.tsx';
import { RunWorked } from '../../components/run-worked.tsx';
import { closeDetails, openRunDialog } from '../../state/navigation.ts';
import { openInEditor } from '../../state/run-actions.ts';
import { PullActionButtons } from '../pull/pull-action-buttons.tsx';
import { actionsOnPull } from '../pull/pull-actions.ts';

export function RunDetailsHeader({ run }: { run: RunCard }) {
  const { maxMs, maxCost } = run.limits;
  const isSettled = run.status === 'merged' || run.status === 'discarded';
  return (
    <header data-state={run.state} className="space-y-2 pt-2 pe-3 pb-3 ps-5">
      <div className="flex h-8 items-center gap-2">
        <span aria-hidden="true" className="state-mark h-3.5 w-1 rounded-full" />
        <p className="min-w-0 flex-1 truncate text-xs">
          <span className="state-ink font-medium">{runWord(run)}</span>
          <span className="text-ink-3">
            {' · '}
            <RunWorked run={run} />
            {maxMs !== null && ` of ${describeDuration(maxMs)}`}
            {run.cost !== null && ` · ${describeCost(run.cost)}`}
            {run.cost !== null && maxCost !== null && ` of ${maxCost.toFixed(2)}`}
          </span>
        </p>
        <RunActionButtons run={run} looks={{ Review: 'primary' }} />
        <IconButton icon="close" label="Close details" onClick={closeDetails} />
      </div>
      <h2 className="readable line-clamp-3 pe-2 text-[15px] leading-5 font-semibold break-words">
        <AgentText text={run.title} />
      </h2>
      <p className="flex items-baseline gap-2 text-xs text-ink-3">
        <span className="min-w-0 truncate">
          {run.agent} · run · <AgentText text={`${run.projectName} · ${run.branch}`} />
        </span>
        <OwnerTag owner={isSettled ? null : run.ownerDaemon} />
      </p>
      {!isSettled && (
        <div className="flex flex-wrap gap-1.5">
          <CopyButton text={run.branch} label="Copy branch" />
          <CommandButton size="small" command="editor" act={() => openInEditor(run)}>
            Open in editor
          </CommandButton>
          {run.status === 'ended' && run.hasWork && !ownsOpenPull(run.pull) && (
            <CommandButton
              size="small"
              command="discard"
              act={async () => openRunDialog('discard', run.id)}
            >
              Discard…
            </CommandButton>
          )}
          {run.pull === null && <PullActionButtons run={run} actions={actionsOnPull(run)} />}
        </div>
      )}
    </header>
  );
}
