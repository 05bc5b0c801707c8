import { ActionButton } from '../../components/button.tsx';
import { KeyHint } from '../../components/key-hint.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { openNewTask } from '../../state/navigation.ts';
import { addDetected } from '../agents/add-detected.ts';
import { InstallWords } from '../agents/install-words.tsx';
import { useDetectedAgents } from '../agents/use-detected-agents.ts';
import { startDemo } from './start-demo.ts';

/** A board without a single card: what this is, and the shortest way to see it work. The lanes above say what they are. */
export function FirstRun() {
  return (
    <div className="flex flex-1 flex-col items-center gap-4 border-t border-line px-8 py-12 text-center">
      <h2 className="mt-auto text-lg leading-6 font-semibold">See a task go across the board</h2>
      <p className="max-w-md text-balance text-ink-2">
        The demo agent ships with Fleetboard and needs no account. It plans, edits a file, asks you
        one question and finishes, in a small repository that is made for it.
      </p>
      <ActionButton look="primary" className="h-10 px-5 text-sm" act={startDemo}>
        Start the demo
      </ActionButton>
      <InstalledAgents />
      <p className="mb-auto text-xs text-ink-3">
        <KeyHint command="new-task" /> starts any work, <KeyHint command="help" /> shows all keys.
      </p>
    </div>
  );
}

/** Every agent of this machine by its name, and how to get the others. */
function InstalledAgents() {
  const catalog = useFleet((fleet) => fleet.catalog);
  const detected = useDetectedAgents();
  if (catalog === null || detected === null) return null;
  const configured = catalog.agents.filter(({ builtIn, found }) => found && !builtIn);
  const unused = detected.filter(({ configuredAs }) => configuredAs.length === 0);
  const addable = unused.filter(({ foundAt }) => foundAt !== null);
  const startWith = (agent: string) => openNewTask({ agent, kind: 'attempt' });
  return (
    <div className="flex w-full max-w-xl flex-col items-center gap-3 pt-4">
      {configured.length + addable.length > 0 && (
        <div className="flex flex-wrap items-center justify-center gap-2">
          <span className="text-ink-2">Or start with</span>
          {configured.map(({ id }) => (
            <ActionButton key={id} act={async () => startWith(id)}>
              {id}
            </ActionButton>
          ))}
          {addable.map((agent) => (
            <ActionButton
              key={agent.id}
              act={async () => {
                const id = await addDetected(agent);
                if (id !== null) startWith(id);
              }}
            >
              {agent.name}
            </ActionButton>
          ))}
        </div>
      )}
      <InstallWords agents={unused.filter(({ foundAt }) => foundAt === null)} />
    </div>
  );
}
