import { useEffect } from 'react';
import { isInWindow } from '../../api/daemon.ts';
import type { CommandId } from '../../state/keys/commands.ts';
import { commandOfKey } from '../../state/keys/key-map.ts';
import { keyNameOf } from '../../state/keys/key-name.ts';
import { IS_MAC, useKeys } from '../../state/keys/key-settings.ts';
import { useTranscriptSearch } from '../../state/transcript-search.ts';
import { performCommand } from '../triage/perform-command.ts';

/** Going on is done by holding the key; acting is not. */
const MAY_REPEAT: readonly CommandId[] = ['next', 'down', 'up'];

/**
 * The keys that work anywhere outside of texts and dialogs, once what they lead to is there (`isWhole`). Enter stays what
 * it is on whatever has the focus.
 */
export function useWindowKeys(isWhole: boolean): void {
  useEffect(() => {
    if (!isWhole) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isInDialog()) return;
      const key = keyNameOf(event, IS_MAC);
      const command = key === null ? null : commandOfKey(useKeys.getState().keys, key);
      if (key === null || command === null) return;
      const isSafeWhileTyping = key.startsWith('Mod+') || key === 'Escape';
      if (!isSafeWhileTyping && isTyping(event.target)) return;
      if (command === 'open' && !isOnNothing(event.target)) return;
      // Where there is no transcript, a browser has a search of its own.
      if (command === 'find' && !isInWindow() && !canSearchTranscript()) return;
      event.preventDefault();
      if (!event.repeat || MAY_REPEAT.includes(command)) performCommand(command);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isWhole]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type="radio"], [type="checkbox"]), textarea, select'))
  );
}

/** The card that has the focus opens by itself; buttons and links take Enter as their press. */
function isOnNothing(target: EventTarget | null): boolean {
  return (
    target === document.body || (target instanceof HTMLElement && target.matches('aside, main'))
  );
}

function canSearchTranscript(): boolean {
  return useTranscriptSearch.getState().isPossible;
}

function isInDialog(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}
