import { AgentText } from './agent-text.tsx';
import { linkedParts } from './linked-parts.ts';

/** Running text of an agent. Web addresses in it can be pressed; what is shown is always the whole address. */
export function AgentWords({ text }: { text: string }) {
  return (
    <p className="break-words whitespace-pre-wrap">
      {linkedParts(text.trim()).map(({ text: part, href }, index) =>
        href === null ? (
          <AgentText key={index} text={part} />
        ) : (
          <a
            key={index}
            href={href}
            target="_blank"
            rel="noreferrer"
            className="text-accent underline decoration-line-strong underline-offset-2 hover:decoration-accent"
          >
            {part}
          </a>
        ),
      )}
    </p>
  );
}
