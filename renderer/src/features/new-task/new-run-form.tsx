import type { Catalog } from '../../../../shared/contract.ts';
import { useFleet } from '../../state/fleet-store.ts';
import type { RunDraft } from '../../state/run-draft.ts';
import { AgentField, ProfileField } from './choice-fields.tsx';
import { FolderField } from './folder-field.tsx';
import { LineField } from './line-field.tsx';
import { rememberedFolder } from './remembered-folder.ts';
import { StartForm } from './start-form.tsx';
import { problemAt } from './start-refusal.ts';
import { startRun } from './start-run.ts';
import { TextField } from './text-field.tsx';
import { useStartForm } from './use-start-form.ts';

const FIELDS = [
  'goal',
  'agent',
  'profile',
  'folder',
  'base',
  'check',
  'maxAttempts',
  'maxMinutes',
  'maxCost',
];

/** A goal, a check that says when it is met, and how far the loop may go. */
export function NewRunForm({ catalog }: { catalog: Catalog }) {
  const draft = withDefaults(
    useFleet((fleet) => fleet.runDraft),
    catalog,
  );
  const state = useStartForm(() => startRun(draft));
  const { refusal, forgive } = state;

  function change(changed: Partial<RunDraft>) {
    useFleet.setState({ runDraft: { ...draft, ...changed } });
    forgive(changed);
  }

  return (
    <StartForm state={state} fields={FIELDS}>
      <TextField
        label="Goal"
        value={draft.goal}
        placeholder="What should be true when the run has passed?"
        explanation={
          draft.agent === 'command'
            ? 'The command agent runs the goal as a shell line.'
            : 'Attempts are made until the check passes, a limit is met or you stop the run.'
        }
        problem={problemAt(refusal, 'goal')}
        change={(goal) => change({ goal })}
      />
      <LineField
        label="Check"
        kind="command"
        value={draft.check}
        placeholder="npm test"
        explanation="A command. It is run after each attempt; exit 0 means that the goal is met."
        problem={problemAt(refusal, 'check')}
        change={(check) => change({ check })}
      />
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] gap-x-6 gap-y-4">
        <FolderField
          value={draft.folder}
          catalog={catalog}
          problem={problemAt(refusal, 'folder')}
          choose={(folder) => change({ folder })}
        />
        <LineField
          label="Base branch"
          value={draft.base}
          placeholder="The current one"
          explanation="What the run begins from and is merged into."
          problem={problemAt(refusal, 'base')}
          change={(base) => change({ base })}
        />
      </div>
      <div className="grid grid-cols-2 gap-x-6 gap-y-4">
        <AgentField
          value={draft.agent}
          catalog={catalog}
          problem={problemAt(refusal, 'agent')}
          choose={(agent) => change({ agent })}
        />
        <ProfileField
          value={draft.profile}
          catalog={catalog}
          problem={problemAt(refusal, 'profile')}
          choose={(profile) => change({ profile })}
        />
      </div>
      <div className="grid grid-cols-3 gap-x-6 gap-y-4">
        <LineField
          label="Attempts at most"
          kind="number"
          value={draft.maxAttempts}
          placeholder="5"
          explanation="Those whose agent never got to work do not count."
          problem={problemAt(refusal, 'maxAttempts')}
          change={(maxAttempts) => change({ maxAttempts })}
        />
        <LineField
          label="Minutes at most"
          kind="number"
          value={draft.maxMinutes}
          placeholder="No limit"
          explanation="Of work. Waiting for you does not count."
          problem={problemAt(refusal, 'maxMinutes')}
          change={(maxMinutes) => change({ maxMinutes })}
        />
        <LineField
          label="Cost at most"
          kind="number"
          value={draft.maxCost}
          placeholder="No limit"
          explanation="Where the agent reports what it costs."
          problem={problemAt(refusal, 'maxCost')}
          change={(maxCost) => change({ maxCost })}
        />
      </div>
    </StartForm>
  );
}

function withDefaults(draft: Partial<RunDraft>, catalog: Catalog): RunDraft {
  return {
    goal: '',
    agent: 'demo',
    profile: 'careful',
    folder: rememberedFolder() ?? catalog.recentFolders[0] ?? '',
    base: '',
    check: '',
    maxAttempts: '5',
    maxMinutes: '60',
    maxCost: '',
    ...draft,
  };
}
