import type { Catalog, StartInput } from '../../../../shared/contract.ts';
import { useFleet } from '../../state/fleet-store.ts';
import { AgentField, KindField, ProfileField, ShapeField } from './choice-fields.tsx';
import { FolderField } from './folder-field.tsx';
import { rememberedFolder } from './remembered-folder.ts';
import { StartForm } from './start-form.tsx';
import { problemAt } from './start-refusal.ts';
import { startTask } from './start-task.ts';
import { TextField } from './text-field.tsx';
import { useStartForm } from './use-start-form.ts';

const FIELDS = ['agent', 'folder', 'prompt', 'profile', 'kind', 'shape'];

export function NewTaskForm({ catalog }: { catalog: Catalog }) {
  const input = withDefaults(
    useFleet((fleet) => fleet.draft),
    catalog,
  );
  const state = useStartForm(() => startTask(input));
  const { refusal, forgive } = state;

  function change(changed: Partial<StartInput>) {
    useFleet.setState({ draft: { ...input, ...changed } });
    forgive(changed);
  }

  return (
    <StartForm state={state} fields={FIELDS}>
      <TextField
        label="Prompt"
        value={input.prompt}
        placeholder="What should the agent do?"
        explanation="The first line becomes the title of the card."
        problem={problemAt(refusal, 'prompt')}
        change={(prompt) => change({ prompt })}
      />
      <FolderField
        value={input.folder}
        catalog={catalog}
        problem={problemAt(refusal, 'folder')}
        choose={(folder) => change({ folder })}
      />
      <div className="grid grid-cols-2 gap-x-6 gap-y-4">
        <AgentField
          value={input.agent}
          catalog={catalog}
          problem={problemAt(refusal, 'agent')}
          choose={(agent) => change({ agent })}
        />
        <ProfileField
          value={input.profile}
          catalog={catalog}
          problem={problemAt(refusal, 'profile')}
          choose={(profile) => change({ profile })}
        />
        <KindField
          value={input.kind}
          problem={problemAt(refusal, 'kind')}
          choose={(kind) => change({ kind })}
        />
        <ShapeField
          value={input.shape}
          problem={problemAt(refusal, 'shape')}
          choose={(shape) => change({ shape })}
        />
      </div>
    </StartForm>
  );
}

function withDefaults(draft: Partial<StartInput>, catalog: Catalog): StartInput {
  return {
    kind: 'spawn',
    shape: 'ship',
    agent: 'demo',
    profile: 'careful',
    prompt: '',
    folder: rememberedFolder() ?? catalog.recentFolders[0] ?? '',
    ...draft,
  };
}
