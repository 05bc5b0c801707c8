import { useState } from 'react';
import { ActionButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';

/** Copies a text and says in its own label what came of it. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const { result, copy } = useCopy(() => text);
  return (
    <ActionButton size="small" act={copy}>
      <Icon name={result === 'copied' ? 'check' : 'copy'} className="size-3.5" />
      {/* Not atomic: within an alert it would have all of the alert read again. */}
      <span aria-live="polite" aria-atomic="false">
        {LABELS[result] ?? label}
      </span>
    </ActionButton>
  );
}

interface CopyIconButtonProps {
  /** What it copies, such as `message`. */
  readonly what: string;
  /** Made when it is asked for. */
  readonly text: () => string;
  readonly className?: string;
}

/** The same where there is no room for words; they are in its name. */
export function CopyIconButton({ what, text, className = '' }: CopyIconButtonProps) {
  const { result, copy, forget } = useCopy(text);
  return (
    <IconButton
      icon={result === 'copied' ? 'check' : 'copy'}
      label={LABELS[result] ?? `Copy ${what}`}
      className={className}
      onClick={() => void copy()}
      onBlur={forget}
      onPointerLeave={forget}
    />
  );
}

function useCopy(text: () => string) {
  const [result, setResult] = useState<'none' | 'copied' | 'refused'>('none');
  async function copy() {
    try {
      await navigator.clipboard.writeText(text());
      setResult('copied');
    } catch {
      setResult('refused');
    }
  }
  return { result, copy, forget: () => setResult('none') };
}

const LABELS = {
  none: null,
  copied: 'Copied',
  refused: 'Not copied: select it instead',
} as const;
