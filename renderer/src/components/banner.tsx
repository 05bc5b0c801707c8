import { type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';

const TONES = {
  awaiting: { wash: 'bg-awaiting-wash', ink: 'text-awaiting-ink', role: 'status' },
  failed: { wash: 'bg-failed-wash', ink: 'text-failed-ink', role: 'alert' },
} as const;

interface BannerProps {
  readonly label: string;
  readonly tone: keyof typeof TONES;
  /** Said aloud when it appears, and again only when it changes. */
  readonly headline: string;
  /** Beside the headline; may change often. */
  readonly figures?: ReactNode;
  readonly actions?: ReactNode;
  /** All of it as text, where it is an error that somebody may have to report. */
  readonly copied?: string;
  /** What to know and to do, shown on demand. */
  readonly children: ReactNode;
}

/** One line across the top for what concerns everything; the rest is one press away. */
export function Banner({ label, tone, headline, figures, actions, copied, children }: BannerProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { wash, ink, role } = TONES[tone];
  return (
    <section
      aria-label={label}
      className={classNames(
        'flex max-h-48 shrink-0 items-start gap-3 overflow-y-auto border-b border-line py-2 pe-3 ps-5',
        wash,
      )}
    >
      <Icon name="warning" className={classNames('mt-1', ink)} />
      <div className="readable min-w-0 flex-1">
        <div
          className={classNames(
            'flex min-h-6 items-baseline gap-2 leading-6',
            isOpen && 'flex-wrap',
          )}
        >
          <p
            role={role}
            title={isOpen ? undefined : headline}
            className={classNames('font-medium', ink, isOpen ? 'break-words' : 'min-w-0 truncate')}
          >
            {headline}
          </p>
          {figures !== undefined && (
            <p className={classNames('text-xs text-ink-2', !isOpen && 'min-w-0 shrink-0 truncate')}>
              {figures}
            </p>
          )}
        </div>
        <div id={id} hidden={!isOpen} className="max-w-2xl space-y-1 pb-1 text-ink-2">
          {children}
        </div>
      </div>
      <Button
        look="quiet"
        size="small"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        What to do
      </Button>
      {copied !== undefined && <CopyButton text={copied} />}
      {actions}
    </section>
  );
}
