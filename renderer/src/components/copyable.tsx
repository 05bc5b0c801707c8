import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface CopyableProps {
  /** What is copied: at least all that is shown. */
  readonly text: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Words about something that went wrong, with a Copy button at their side: whoever reports them has all of them. */
export function Copyable({ text, className = '', children }: CopyableProps) {
  return (
    <div className="flex items-start gap-3">
      <div className={`min-w-0 flex-1 break-words ${className}`}>{children}</div>
      <CopyButton key={text} text={text} />
    </div>
  );
}
