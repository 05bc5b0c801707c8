import { Dialog } from 'radix-ui';
import { IconButton } from '../../components/icon-button.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { closeNewTask } from '../../state/navigation.ts';
import { NewTaskForm } from './new-task-form.tsx';

export function NewTaskDialog() {
  const isOpen = useFleet((fleet) => fleet.isStarting);
  const catalog = useFleet((fleet) => fleet.catalog);
  return (
    <Dialog.Root
      open={isOpen && catalog !== null}
      onOpenChange={(open) => {
        if (!open) closeNewTask();
      }}
    >
      <Dialog.Portal>
        {/* Radix's own overlay injects a style element, which the content security policy refuses. */}
        <div className="fixed inset-0 z-40 bg-backdrop" aria-hidden="true" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[max(16px,5vh)] left-1/2 z-50 flex max-h-[calc(100vh-max(32px,10vh))] w-[min(600px,calc(100vw-32px))] -translate-x-1/2 flex-col rounded-xl bg-raised shadow-raised"
        >
          <header className="flex items-center justify-between pt-3 pr-3 pl-6">
            <Dialog.Title className="text-sm font-semibold">New task</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton icon="close" label="Close" />
            </Dialog.Close>
          </header>
          {catalog !== null && <NewTaskForm catalog={catalog} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
