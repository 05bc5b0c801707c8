import type { DetectedAgent } from '../../../../shared/agent-tests.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Icon } from '../../components/icon.tsx';

/** Known agents that are not on PATH, and the line that installs each. Folded away. */
export function InstallWords({ agents }: { agents: readonly DetectedAgent[] }) {
  if (agents.length === 0) return null;
  return (
    <details className="install-words text-start">
      <summary className="flex items-center gap-1 text-xs text-ink-3">
        <Icon name="chevron" className="install-mark size-3" />
        Not found: {agents.map(({ name }) => name).join(', ')}. How to install
      </summary>
      <ul className="mt-1 divide-y divide-line">
        {agents.map(({ id, name, install }) => (
          <li key={id} className="flex items-center gap-2 py-1">
            <span className="w-28 shrink-0 text-xs">{name}</span>
            <code className="readable min-w-0 flex-1 font-mono text-2xs break-all">{install}</code>
            <CopyButton text={install} label={`Copy`} />
          </li>
        ))}
      </ul>
    </details>
  );
}
