import { Dialog } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { AgentText } from './agent-text.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

interface OverlayProps extends ComponentProps<typeof Dialog.Content> {
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** Over everything else, which waits until it is closed. It needs a `Dialog.Title`. */
export function Overlay({ isOpen, close, className, ...content }: OverlayProps) {
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) close();
      }}
    >
      <Dialog.Portal>
        {/* Radix's own overlay injects a style element, which the content security policy refuses. */}
        <div className="fixed inset-0 z-40 bg-backdrop" aria-hidden="true" />
        <Dialog.Content
          aria-describedby={undefined}
          className={classNames('dialog bg-raised shadow-raised', className)}
          {...content}
        />
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface TitledDialogProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly title: string;
  readonly besideTitle?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** With its title on top, and a button that closes it. */
export function TitledDialog({ title, besideTitle, children, ...overlay }: TitledDialogProps) {
  return (
    <Overlay {...overlay}>
      <header className="flex items-center gap-4 pt-3 pe-3 pb-1 ps-6">
        <Dialog.Title className="min-w-0 truncate text-sm font-semibold">
          <AgentText text={title} cut />
        </Dialog.Title>
        {besideTitle}
        <Dialog.Close asChild>
          <IconButton icon="close" label="Close" className="ms-auto" />
        </Dialog.Close>
      </header>
      {children}
    </Overlay>
  );
}
