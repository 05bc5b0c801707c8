import type { Card } from '../../../shared/board.ts';
import type { RunCard } from '../../../shared/runs.ts';
import type { CommandId } from '../state/keys/commands.ts';
import { undoCancel, usePendingCancels } from '../state/pending-cancels.ts';
import { act, actionsOn, type PersonAction } from '../state/person-actions.ts';
import { actionsOnRun, actOnRun, type RunAction } from '../state/run-actions.ts';
import type { ButtonProps } from './button.tsx';
import { CommandButton } from './command-button.tsx';

interface LookProps {
  readonly className?: string;
  /** Of the action that leads on, where one does. */
  readonly looks?: Readonly<Partial<Record<string, NonNullable<ButtonProps['look']>>>>;
}

/** What can be done with a card as it stands. */
export function TaskActionButtons({ card, ...look }: LookProps & { readonly card: Card }) {
  const actions = actionsOn(card).map((name) => ({
    name,
    command: TASK_KEYS[name],
    act: () => act(name, card),
  }));
  return <Actions id={card.id} actions={actions} {...look} />;
}

/** What can be done with a run as it stands. */
export function RunActionButtons({ run, ...look }: LookProps & { readonly run: RunCard }) {
  const actions = actionsOnRun(run).map((name) => ({
    name,
    command: RUN_KEYS[name],
    act: () => actOnRun(name, run),
  }));
  return <Actions id={run.id} actions={actions} {...look} />;
}

interface ActionsProps extends LookProps {
  readonly id: string;
  readonly actions: readonly {
    readonly name: string;
    readonly command: CommandId;
    readonly act: () => Promise<void>;
  }[];
}

/** A cancel that is still to be sent has its undo in its place. */
function Actions({ id, actions, className = '', looks = {} }: ActionsProps) {
  const isCancelling = usePendingCancels(({ pending }) => pending.some((each) => each.id === id));
  return actions.map(({ name, command, act }) =>
    isCancelling && command === 'cancel' ? (
      <CommandButton
        key={name}
        size="small"
        className={className}
        command="undo"
        act={async () => undoCancel(id)}
      >
        Undo
      </CommandButton>
    ) : (
      <CommandButton
        key={name}
        size="small"
        className={className}
        look={looks[name] ?? 'plain'}
        command={command}
        act={act}
      >
        {name}
      </CommandButton>
    ),
  );
}

const TASK_KEYS: Readonly<Record<PersonAction, CommandId>> = {
  Hold: 'hold',
  Unhold: 'unhold',
  Cancel: 'cancel',
  'Run again': 'run-again',
  Dismiss: 'dismiss',
  'Mark reviewed': 'dismiss',
};

const RUN_KEYS: Readonly<Record<RunAction, CommandId>> = {
  Hold: 'hold',
  Unhold: 'unhold',
  Stop: 'cancel',
  Review: 'review',
  'Discard…': 'discard',
};
