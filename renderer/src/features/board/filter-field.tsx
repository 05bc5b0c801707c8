import { type KeyboardEvent, useId, useState } from 'react';
import { LANES, NODE_STATES } from '../../../../shared/lanes.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { Icon } from '../../components/icon.tsx';
import { KeyHint } from '../../components/key-hint.tsx';
import { type FilterValues, suggestionsFor } from '../../state/filter-words.ts';
import { type Fleet, useFleet } from '../../state/fleet-store.ts';
import { filterBoard, showScreen } from '../../state/navigation.ts';
import { standOn } from '../triage/stand-on.ts';
import { FILTER_ID } from './filter-id.ts';

/** Words and tokens, with the tokens that could come next. Enter goes to the first card that is left. */
export function BoardFilterField() {
  const text = useFleet((fleet) => fleet.filter.text);
  const [isFocused, setFocused] = useState(false);
  return (
    <div className="relative ms-auto flex w-64 min-w-16 items-center">
      <Icon name="search" className="pointer-events-none absolute inset-s-2 size-3.5 text-ink-3" />
      <Combobox text={text} isFocused={isFocused} setFocused={setFocused} />
      {text === '' && !isFocused && (
        <span className="pointer-events-none absolute inset-e-1.5 inline-flex max-[799px]:hidden">
          <KeyHint command="filter" />
        </span>
      )}
      {text !== '' && (
        <button
          type="button"
          aria-label="Clear filter"
          className="absolute inset-e-0.5 inline-flex size-6 items-center justify-center rounded-sm text-ink-3 hover:text-ink"
          onClick={() => filterBoard({ text: '' })}
        >
          <Icon name="close" className="size-3.5" />
        </button>
      )}
    </div>
  );
}

interface ComboboxProps {
  readonly text: string;
  readonly isFocused: boolean;
  readonly setFocused: (isFocused: boolean) => void;
}

function Combobox({ text, isFocused, setFocused }: ComboboxProps) {
  const listId = useId();
  // Taken with the focus and with each letter: the board changes far more often than what there is to choose from.
  const [values, setValues] = useState(NO_VALUES);
  const suggestions = isFocused ? suggestionsFor(text, values) : [];
  const [chosen, setChosen] = useState<number | null>(null);
  const active = chosen === null ? undefined : suggestions[chosen];

  function change(changed: string) {
    showScreen('board');
    filterBoard({ text: changed });
    setChosen(null);
    setValues(valuesOnBoard(useFleet.getState()));
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    switch (event.key) {
      case 'Escape':
        filterBoard({ text: '' });
        event.currentTarget.blur();
        break;
      case 'ArrowDown':
      case 'ArrowUp':
        if (suggestions.length === 0) return;
        setChosen(stepIn(suggestions.length, chosen, event.key === 'ArrowDown' ? 1 : -1));
        break;
      case 'Enter':
        if (active === undefined) goToFirstCard();
        else change(active.text);
        break;
      case 'Tab':
        if (active === undefined) return;
        change(active.text);
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  return (
    <>
      <input
        id={FILTER_ID}
        type="search"
        role="combobox"
        aria-label="Filter"
        aria-autocomplete="list"
        aria-expanded={suggestions.length > 0}
        aria-controls={listId}
        aria-activedescendant={active === undefined ? undefined : `${listId}-${chosen}`}
        autoComplete="off"
        value={text}
        placeholder="Filter"
        onFocus={() => {
          setFocused(true);
          setValues(valuesOnBoard(useFleet.getState()));
        }}
        onBlur={() => {
          setFocused(false);
          setChosen(null);
        }}
        onChange={(event) => change(event.target.value)}
        onKeyDown={press}
        className="h-7 w-full min-w-0 rounded-md bg-hover pe-7 ps-7 hover:bg-chosen focus:bg-ground [&::-webkit-search-cancel-button]:hidden"
      />
      <div
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        hidden={suggestions.length === 0}
        className="absolute top-8 inset-e-0 z-20 w-full min-w-48 rounded-lg bg-raised p-1 shadow-raised"
      >
        {suggestions.map((suggestion, index) => (
          <div
            key={suggestion.token}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => change(suggestion.text)}
            onKeyDown={() => {}}
            className="flex h-7 items-center truncate rounded-md px-2 hover:bg-hover aria-selected:bg-selected"
          >
            <AgentText text={suggestion.token} />
          </div>
        ))}
      </div>
    </>
  );
}

function stepIn(count: number, from: number | null, by: 1 | -1): number {
  if (from === null) return by === 1 ? 0 : count - 1;
  return (from + by + count) % count;
}

function goToFirstCard(): void {
  const { lanes } = useFleet.getState();
  const [first] = LANES.flatMap((lane) => lanes[lane]);
  if (first !== undefined) standOn(first);
}

const NO_VALUES: FilterValues = { agent: [], project: [], state: NODE_STATES };

function valuesOnBoard({ board }: Pick<Fleet, 'board'>): FilterValues {
  const agents = new Set<string>();
  for (const rows of [board.cards, board.runs]) {
    for (const { agent } of rows.values()) agents.add(agent);
  }
  const projects = new Set([...board.tally.projects.values()].map(({ name }) => name));
  return { agent: [...agents].sort(), project: [...projects].sort(), state: NODE_STATES };
}
