import { type KeyboardEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Key } from '../../components/key-hint.tsx';
import { Section } from '../../components/screen.tsx';
import { COMMANDS, type Command, type CommandId, isFixed } from '../../state/keys/commands.ts';
import { changedKeys, conflictsOf, DEFAULT_KEYS } from '../../state/keys/key-map.ts';
import { describeKey, keyNameOf } from '../../state/keys/key-name.ts';
import { IS_MAC, resetKeys, setKey, useKeys } from '../../state/keys/key-settings.ts';

/** Every key, to be changed by pressing another one. */
export function KeySettingsSection() {
  const keys = useKeys((settings) => settings.keys);
  const conflicts = conflictsOf(keys);
  const isChanged = Object.keys(changedKeys(keys)).length > 0;
  const rivalsOf = (id: CommandId) =>
    conflicts.find(({ commands }) => commands.includes(id))?.commands ?? [];
  return (
    <Section title="Keys">
      <div className="flex items-center gap-4">
        <p className="min-w-0 flex-1 text-ink-3">
          Press a key to change it. Kept in this window, for the keyboard in front of you.
        </p>
        <Button size="small" aria-disabled={!isChanged} onClick={resetKeys}>
          Reset all
        </Button>
      </div>
      <ul className="divide-y divide-line">
        {COMMANDS.map((command) => (
          <KeySetting key={command.id} command={command} rivals={rivalsOf(command.id)} />
        ))}
      </ul>
    </Section>
  );
}

interface KeySettingProps {
  readonly command: Command;
  /** Those that have the same key, itself among them, the one that answers first; empty without a conflict. */
  readonly rivals: readonly CommandId[];
}

function KeySetting({ command, rivals }: KeySettingProps) {
  const { id, name } = command;
  const key = useKeys(({ keys }) => keys[id]);
  return (
    <li className="flex min-h-9 items-center gap-3 py-1" data-command={id}>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        {rivals.length > 0 && (
          <p role="alert" className="text-xs text-awaiting-ink">
            The same key as{' '}
            {rivals
              .filter((each) => each !== id)
              .map(nameOf)
              .join(' and ')}
            . {rivals[0] === id ? 'Only this' : 'Only the other'} answers to it.
          </p>
        )}
      </div>
      {key !== DEFAULT_KEYS[id] && (
        <Button
          look="quiet"
          size="small"
          aria-label={`Reset the key of ${name}`}
          onClick={() => setKey(id, DEFAULT_KEYS[id])}
        >
          Reset
        </Button>
      )}
      {isFixed(id) ? (
        <span className="px-2">
          <Key words={describeKey(DEFAULT_KEYS[id] ?? '', IS_MAC)} />
        </span>
      ) : (
        <KeyRecorder id={id} name={name} />
      )}
    </li>
  );
}

/** While it listens, every key is taken; Escape leaves it as it was, Backspace takes the key away. */
function KeyRecorder({ id, name }: { id: CommandId; name: string }) {
  const key = useKeys(({ keys }) => keys[id]);
  const [isListening, setListening] = useState(false);
  const shown = key === null ? 'none' : describeKey(key, IS_MAC);

  function press(event: KeyboardEvent) {
    if (!isListening || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    const pressed = keyNameOf(event.nativeEvent, IS_MAC);
    if (pressed === null) return;
    if (pressed === 'Backspace') setKey(id, null);
    else if (pressed !== 'Escape') setKey(id, pressed);
    setListening(false);
  }

  return (
    <Button
      size="small"
      className="min-w-16"
      aria-label={isListening ? `Press the new key of ${name}` : `Key of ${name}: ${shown}`}
      onClick={() => setListening(true)}
      onBlur={() => setListening(false)}
      onKeyDown={press}
    >
      {isListening ? 'Press a key…' : shown}
    </Button>
  );
}

function nameOf(id: CommandId): string {
  return `“${COMMANDS.find((command) => command.id === id)?.name ?? id}”`;
}
