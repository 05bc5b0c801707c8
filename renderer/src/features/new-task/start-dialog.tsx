import { Dialog } from 'radix-ui';
import { IconButton } from '../../components/icon-button.tsx';
import { Segments } from '../../components/segments.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { chooseStart, closeStart } from '../../state/navigation.ts';
import { NewRunForm } from './new-run-form.tsx';
import { NewTaskForm } from './new-task-form.tsx';

/** Starts a task or a run. */
export function StartDialog() {
  const isOpen = useFleet((fleet) => fleet.isStarting);
  const catalog = useFleet((fleet) => fleet.catalog);
  const kind = useFleet((fleet) => fleet.startKind);
  return (
    <Dialog.Root
      open={isOpen && catalog !== null}
      onOpenChange={(open) => {
        if (!open) closeStart();
      }}
    >
      <Dialog.Portal>
        {/* Radix's own overlay injects a style element, which the content security policy refuses. */}
        <div className="fixed inset-0 z-40 bg-backdrop" aria-hidden="true" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[max(16px,5vh)] inset-x-0 z-50 flex max-h-[calc(100vh-max(32px,10vh))] w-[min(600px,calc(100vw-32px))] mx-auto flex-col rounded-xl bg-raised shadow-raised"
        >
          <header className="flex items-center gap-4 pt-3 pe-3 pb-1 ps-6">
            <Dialog.Title className="text-sm font-semibold">New</Dialog.Title>
            <Segments
              label="What to start"
              value={kind}
              options={[
                { value: 'task', name: 'Single task' },
                { value: 'run', name: 'Loop run' },
              ]}
              choose={chooseStart}
            />
            <Dialog.Close asChild>
              <IconButton icon="close" label="Close" className="ms-auto" />
            </Dialog.Close>
          </header>
          {catalog !== null && kind === 'task' && <NewTaskForm catalog={catalog} />}
          {catalog !== null && kind === 'run' && <NewRunForm catalog={catalog} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
