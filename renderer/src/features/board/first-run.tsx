import { Button } from '../../components/button.tsx';
import { KeyHint } from '../../components/key-hint.tsx';
import { openNewTask } from '../../state/navigation.ts';

/** A board without a single card: what this is, and the shortest way to see it work. */
export function FirstRun() {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 border-t border-line px-8 py-12 text-center">
      <h2 className="text-lg leading-6 font-semibold">See a task go across the board</h2>
      <p className="max-w-md text-ink-2">
        The demo agent ships with Fleetboard and needs no account. It plans, edits a file, asks you
        one question and finishes, in a folder that you choose.
      </p>
      <Button
        look="primary"
        className="h-10 px-5 text-sm"
        onClick={() =>
          openNewTask({ agent: 'demo', kind: 'spawn', prompt: 'Show me what a task looks like' })
        }
      >
        Try the demo agent
      </Button>
      <p className="text-xs text-ink-3">
        Or press <KeyHint command="new-task" /> to start with an agent of your own, and{' '}
        <KeyHint command="help" /> for all keys.
      </p>
    </div>
  );
}
