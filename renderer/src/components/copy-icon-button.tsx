import { useState } from 'react';
import { IconButton } from './icon-button.tsx';

interface CopyIconButtonProps {
  /** What it copies, such as `message`. */
  readonly what: string;
  readonly text: () => string;
  readonly className?: string;
}

/** Copies a text that is made when it is asked for, and says in its own label what came of it. */
export function CopyIconButton({ what, text, className = '' }: CopyIconButtonProps) {
  const [result, setResult] = useState<keyof typeof LABELS>('none');
  async function copy() {
    try {
      await navigator.clipboard.writeText(text());
      setResult('copied');
    } catch {
      setResult('refused');
    }
  }
  return (
    <IconButton
      icon={result === 'copied' ? 'check' : 'copy'}
      label={LABELS[result] ?? `Copy ${what}`}
      className={className}
      onClick={() => void copy()}
      onBlur={() => setResult('none')}
      onPointerLeave={() => setResult('none')}
    />
  );
}

const LABELS = {
  none: null,
  copied: 'Copied',
  refused: 'Not copied: select it instead',
} as const;
