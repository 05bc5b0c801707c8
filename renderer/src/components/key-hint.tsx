import type { CommandId } from '../state/keys/commands.ts';
import { useShownKey } from '../state/keys/key-settings.ts';

/** The key of a command, where it acts. Its button says it to assistive technology by `aria-keyshortcuts`. */
export function KeyHint({ command, className = '' }: { command: CommandId; className?: string }) {
  const key = useShownKey(command);
  return key === null ? null : <Key words={key.words} className={className} />;
}

export function Key({ words, className = '' }: { words: string; className?: string }) {
  return (
    <span aria-hidden="true" className={`key ${className}`}>
      {words}
    </span>
  );
}
