import type { Problem } from '../../../../shared/problems.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { NOT_SIGNED_IN } from '../../api/browser-connection.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { problemAsText } from '../../state/reason.ts';

/** Instead of the board: why there is none, and what to do about it. */
export function FailedStart({ problem }: { problem: Problem }) {
  return (
    <main className="flex h-full items-center justify-center overflow-y-auto p-8">
      <div role="alert" className="readable w-full max-w-lg space-y-5">
        <div className="space-y-2">
          <p className="flex items-center gap-2 font-medium text-failed-ink">
            <Icon name="warning" />
            {problem.code === NOT_SIGNED_IN.code ? 'Not signed in' : 'Fleetboard could not start'}
          </p>
          <h1 className="text-lg leading-6 font-semibold break-words">
            {visibleText(problem.message)}
          </h1>
        </div>
        <p className="text-sm text-ink-2">{problem.nextStep}</p>
        <div className="flex items-center justify-between gap-4 border-t border-line pt-4">
          <code className="font-mono text-xs text-ink-3">{problem.code}</code>
          <CopyButton text={problemAsText(problem)} label="Copy the problem" />
        </div>
      </div>
    </main>
  );
}
