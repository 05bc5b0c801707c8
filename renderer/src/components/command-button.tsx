import type { CommandId } from '../state/keys/commands.ts';
import { useShownKey } from '../state/keys/key-settings.ts';
import { ActionButton } from './button.tsx';
import { KeyHint } from './key-hint.tsx';

type CommandButtonProps = Parameters<typeof ActionButton>[0] & {
  /** Null: no key does this. */
  readonly command: CommandId | null;
};

/** A button that says which key does the same. */
export function CommandButton({ command, children, ...rest }: CommandButtonProps) {
  const key = useShownKey(command);
  return (
    <ActionButton {...rest} aria-keyshortcuts={key?.aria}>
      {children}
      {command !== null && <KeyHint command={command} />}
    </ActionButton>
  );
}
