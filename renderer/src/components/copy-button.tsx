import { useState } from 'react';
import { ActionButton } from './button.tsx';
import { Icon } from './icon.tsx';

/** Copies a text and says in its own label what came of it. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [result, setResult] = useState<'none' | 'copied' | 'refused'>('none');
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setResult('copied');
    } catch {
      setResult('refused');
    }
  }
  return (
    <ActionButton size="small" act={copy}>
      <Icon name={result === 'copied' ? 'check' : 'copy'} className="size-3.5" />
      <span aria-live="polite">{LABELS[result] ?? label}</span>
    </ActionButton>
  );
}

const LABELS = {
  none: null,
  copied: 'Copied',
  refused: 'Not copied: select it instead',
} as const;
