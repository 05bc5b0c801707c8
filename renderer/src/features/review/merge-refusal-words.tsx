import type { MergeRefusal } from '../../../../shared/review.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { ReasonWords } from '../../components/refusal.tsx';

/** Why it cannot be merged as it stands, with what is in the way. */
export function MergeRefusalWords({ refusal }: { refusal: MergeRefusal }) {
  const { files, folder } = refusal;
  const output = refusal.output?.trim() ? refusal.output : null;
  const further = [...files, folder, output].filter((part) => part !== null);
  return (
    <>
      <ReasonWords reason={refusal} further={further} />
      {files.length > 0 && (
        <ul aria-label="Files" className="max-h-40 overflow-y-auto rounded-md bg-sunk px-3 py-2">
          {files.map((file) => (
            <li key={file} className="font-mono text-xs break-all">
              <AgentText text={file} />
            </li>
          ))}
        </ul>
      )}
      {folder !== null && (
        <p className="font-mono text-xs break-all text-ink-2">
          <AgentText text={folder} />
        </p>
      )}
      {output !== null && (
        <pre className="max-h-40 overflow-auto rounded-md bg-sunk px-3 py-2 font-mono text-xs whitespace-pre-wrap">
          <AgentText text={output} />
        </pre>
      )}
    </>
  );
}
