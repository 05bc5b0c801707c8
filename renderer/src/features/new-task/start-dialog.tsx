import { TitledDialog } from '../../components/dialog.tsx';
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
    <TitledDialog
      isOpen={isOpen && catalog !== null}
      close={closeStart}
      title="New"
      besideTitle={
        <Segments
          label="What to start"
          value={kind}
          options={[
            { value: 'task', name: 'Single task' },
            { value: 'run', name: 'Loop run' },
          ]}
          choose={chooseStart}
        />
      }
      className="[--dialog-top:5vh]"
    >
      {catalog !== null && kind === 'task' && <NewTaskForm catalog={catalog} />}
      {catalog !== null && kind === 'run' && <NewRunForm catalog={catalog} />}
    </TitledDialog>
  );
}
