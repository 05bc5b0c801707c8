import { useState } from 'react';
import { ActionButton } from './button.tsx';
import { Icon } from './icon.tsx';

/** Copies a text and says so in its own label. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <ActionButton
      size="small"
      act={async () => {
        await navigator.clipboard.writeText(text);
        setCopied(true);
      }}
    >
      <Icon name={isCopied ? 'check' : 'copy'} className="size-3.5" />
      <span aria-live="polite">{isCopied ? 'Copied' : label}</span>
    </ActionButton>
  );
}
