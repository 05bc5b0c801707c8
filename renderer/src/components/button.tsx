import { type ComponentProps, useState } from 'react';
import { classNames } from './class-names.ts';

const LOOKS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  plain: 'border border-line-strong bg-raised text-ink hover:bg-hover',
  quiet: 'text-ink-2 hover:bg-hover hover:text-ink',
  danger: 'bg-failed-ink text-ground hover:bg-failed-ink/90',
} as const;

const SIZES = {
  small: 'h-6 px-2 text-xs',
  normal: 'h-8 px-3',
} as const;

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: keyof typeof LOOKS;
  readonly size?: keyof typeof SIZES;
}

export function Button({
  look = 'plain',
  size = 'normal',
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium',
        'whitespace-nowrap motion-safe:transition-colors motion-safe:duration-100 aria-disabled:opacity-55',
        LOOKS[look],
        SIZES[size],
        className,
      )}
      {...rest}
    />
  );
}

interface ActionButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** Says itself what went wrong; it is not expected to reject. */
  readonly act: () => Promise<unknown>;
}

/** A button whose action takes a moment. A second press before the answer is ignored; the focus stays where it is. */
export function ActionButton({ act, ...rest }: ActionButtonProps) {
  const [isUnderWay, setUnderWay] = useState(false);
  async function press() {
    setUnderWay(true);
    try {
      await act();
    } finally {
      setUnderWay(false);
    }
  }
  return (
    <Button
      {...rest}
      aria-disabled={isUnderWay}
      onClick={() => {
        if (!isUnderWay) void press();
      }}
    />
  );
}
