import type { Approval } from '../../../../shared/contract.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { DiffView } from './diff-view.tsx';
import { CutText } from './transcript/cut-text.tsx';

/** The whole of what will run or change. */
export function Subject({ approval }: { approval: Approval }) {
  const hasMore = approval.command !== null || approval.diffs.length > 0;
  const paths = approval.locations.filter(
    (location) => !approval.diffs.some((diff) => diff.path === location),
  );
  return (
    <>
      {approval.command !== null && (
        <pre className="rounded-md border border-line bg-ground px-2 py-1.5 font-mono text-xs">
          <CutText text={approval.command} part="command" reveal={null} />
        </pre>
      )}
      {approval.diffs.map((diff, index) => (
        <DiffView key={index} diff={diff} />
      ))}
      {paths.map((location) => (
        <p key={location} className="font-mono text-xs break-all text-ink-2">
          <AgentText text={location} />
        </p>
      ))}
      {!hasMore && paths.length === 0 && approval.subject !== '' && (
        <p className="font-mono text-xs break-words">
          <AgentText text={approval.subject} />
        </p>
      )}
    </>
  );
}
