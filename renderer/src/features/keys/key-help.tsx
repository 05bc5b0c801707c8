import { Button } from '../../components/button.tsx';
import { TitledDialog } from '../../components/dialog.tsx';
import { Key } from '../../components/key-hint.tsx';
import { Scrollable } from '../../components/scrollable.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { COMMAND_GROUPS, COMMANDS, type Command } from '../../state/keys/commands.ts';
import { useShownKey } from '../../state/keys/key-settings.ts';
import { closeOverlay, showScreen } from '../../state/navigation.ts';

/** Every key and what it does. */
export function KeyHelp() {
  const isOpen = useFleet((fleet) => fleet.overlay === 'keys');
  return (
    <TitledDialog
      isOpen={isOpen}
      close={closeOverlay}
      title="Keys"
      className="[--dialog-width:720px]"
    >
      <Scrollable label="What each key does" className="min-h-0 px-6 pt-1 pb-1">
        <div className="gap-8 sm:columns-2">
          {COMMAND_GROUPS.map((group) => (
            <KeyGroup key={group} group={group} />
          ))}
        </div>
      </Scrollable>
      <footer className="flex items-center gap-4 border-t border-line py-3 pe-3 ps-6">
        <p className="min-w-0 flex-1 text-xs text-ink-3">
          They act on the card that has the focus, else on the one whose details are open. Nothing
          happens while you type.
        </p>
        <Button
          size="small"
          onClick={() => {
            closeOverlay();
            showScreen('settings');
          }}
        >
          Change keys
        </Button>
      </footer>
    </TitledDialog>
  );
}

function KeyGroup({ group }: { group: Command['group'] }) {
  return (
    <section aria-label={group} className="break-inside-avoid pb-3">
      <h3 className="pb-1 font-semibold">{group}</h3>
      <dl>
        {COMMANDS.filter((command) => command.group === group).map((command) => (
          <KeyEntry key={command.id} command={command} />
        ))}
      </dl>
    </section>
  );
}

function KeyEntry({ command }: { command: Command }) {
  const key = useShownKey(command.id);
  return (
    <div className="flex h-7 items-center justify-between gap-4">
      <dt className="min-w-0 truncate text-ink-2">{command.name}</dt>
      <dd>
        {key === null ? (
          <span className="text-xs text-ink-3">no key</span>
        ) : (
          <>
            <Key words={key.words} />
            <span className="sr-only">{key.aria}</span>
          </>
        )}
      </dd>
    </div>
  );
}
