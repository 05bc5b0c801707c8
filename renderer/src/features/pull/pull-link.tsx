import type { RunPull } from '../../../../shared/pulls.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { linkedParts } from '../../components/linked-parts.ts';

/** Can be pressed only where the forge's address is one of the web, and nothing else. */
export function PullLink({ pull, text }: { pull: RunPull; text: string }) {
  const href = wholeAddress(pull.url ?? '');
  if (href === null) return <AgentText text={text} />;
  return (
    <a
      href={href}
      title={href}
      target="_blank"
      rel="noreferrer"
      className="text-accent underline decoration-line-strong underline-offset-2 hover:decoration-accent"
    >
      <AgentText text={text} />
    </a>
  );
}

function wholeAddress(url: string): string | null {
  const [only, ...rest] = linkedParts(url);
  return rest.length === 0 ? (only?.href ?? null) : null;
}
