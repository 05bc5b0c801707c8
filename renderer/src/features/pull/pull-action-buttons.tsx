import type { RunCard } from '../../../../shared/runs.ts';
import type { ButtonProps } from '../../components/button.tsx';
import { CommandButton } from '../../components/command-button.tsx';
import { actOnPull, PULL_COMMANDS, type PullAction } from './pull-actions.ts';

interface PullActionButtonsProps {
  readonly run: RunCard;
  readonly actions: readonly PullAction[];
  readonly size?: NonNullable<ButtonProps['size']>;
  readonly className?: string;
  /** Whether the action that leads on looks so. */
  readonly leads?: boolean;
}

export function PullActionButtons({
  run,
  actions,
  size = 'small',
  className = '',
  leads = false,
}: PullActionButtonsProps) {
  return actions.map((action) => (
    <CommandButton
      key={action}
      size={size}
      look={leads && action === 'Continue…' ? 'primary' : 'plain'}
      className={className}
      command={PULL_COMMANDS[action]}
      act={() => actOnPull(action, run)}
    >
      {action}
    </CommandButton>
  ));
}
