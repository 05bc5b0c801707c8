import { visibleText } from '../../../shared/visible-text.ts';

interface AgentTextProps {
  readonly text: string;
  readonly className?: string;
  /** Cut long texts with an ellipsis; the whole is in the title. */
  readonly cut?: boolean;
}

/** Text that came from an agent: never HTML, isolated from the direction of what surrounds it. */
export function AgentText({ text, className = '', cut = false }: AgentTextProps) {
  const shown = visibleText(text);
  return (
    <bdi className={className} title={cut ? shown : undefined}>
      {shown}
    </bdi>
  );
}
