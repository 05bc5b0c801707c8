import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { AgentText } from '../../components/agent-text.tsx';
import { Overlay } from '../../components/dialog.tsx';
import { KeyHint } from '../../components/key-hint.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { closeOverlay } from '../../state/navigation.ts';
import { targetNow } from '../triage/target.ts';
import { chooseEntry } from './choose-entry.ts';
import {
  keyOfChoice,
  type PaletteChoice,
  type PaletteEntry,
  paletteGroups,
} from './palette-entries.ts';
import { rankEntries } from './rank-entries.ts';

/** Every command, found by a few letters. */
export function Palette() {
  const isOpen = useFleet((fleet) => fleet.overlay === 'palette');
  return isOpen ? <OpenPalette /> : null;
}

function OpenPalette() {
  // What the keyboard stood on, before the palette took it.
  const [target] = useState(targetNow);
  const opener = useRef(document.activeElement);
  const [groups] = useState(() => paletteGroups(useFleet.getState(), target));
  const [search, setSearch] = useState('');
  const found = rankEntries(groups, search);

  function leave() {
    flushSync(closeOverlay);
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  }

  function choose(choice: PaletteChoice) {
    leave();
    chooseEntry(choice, target);
  }

  return (
    <Overlay
      isOpen
      close={leave}
      // The focus goes to where the choice leads, or back by hand.
      onCloseAutoFocus={(event) => event.preventDefault()}
      className="overflow-hidden [--dialog-top:12vh]"
    >
      <Dialog.Title className="sr-only">Commands</Dialog.Title>
      {/* cmdk's own filter leaves the groups in their order, so that a poor match could be the first of all. */}
      <Command loop label="Commands" shouldFilter={false}>
        <Command.Input
          autoFocus
          value={search}
          onValueChange={setSearch}
          placeholder="Type a command, a card or a project"
          className="h-12 w-full border-b border-line bg-transparent px-5 text-sm outline-none"
        />
        <Command.List label="Commands" className="max-h-[min(420px,60vh)] overflow-y-auto p-2">
          {found.length === 0 && <NothingFound />}
          {found.map(({ id, heading, entries }) => (
            <Command.Group
              key={id}
              heading={<AgentText text={heading} className="block truncate" />}
              className="palette-group"
            >
              {entries.map((entry) => (
                <Entry key={keyOfChoice(entry.choice)} entry={entry} choose={choose} />
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Overlay>
  );
}

/** An option like any other: a list without one would be none. */
function NothingFound() {
  return (
    <div
      role="option"
      tabIndex={-1}
      aria-selected={false}
      aria-disabled
      className="px-3 py-6 text-center text-ink-3"
    >
      Nothing is called like this.
    </div>
  );
}

interface EntryProps {
  readonly entry: PaletteEntry;
  readonly choose: (choice: PaletteChoice) => void;
}

function Entry({ entry, choose }: EntryProps) {
  const { name, detail, choice } = entry;
  return (
    <Command.Item
      value={keyOfChoice(choice)}
      onSelect={() => choose(choice)}
      className="palette-entry"
    >
      <span className="min-w-0 flex-1 truncate">
        <AgentText text={name} />
      </span>
      {detail !== '' && (
        <span className="max-w-[45%] truncate text-xs text-ink-3">
          <AgentText text={detail} />
        </span>
      )}
      {choice.does === 'command' && <KeyHint command={choice.command} />}
    </Command.Item>
  );
}
