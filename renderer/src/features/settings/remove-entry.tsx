import { useState } from 'react';
import { ActionButton, Button } from '../../components/button.tsx';
import { refuse } from '../../state/notices.ts';
import { writeSettings } from '../../state/settings-store.ts';

/** Asks once more, in its own place. */
export function RemoveEntry({ place }: { place: readonly [section: string, name: string] }) {
  const [isAsking, setAsking] = useState(false);
  const [, name] = place;
  async function remove() {
    const refused = await writeSettings([{ path: [...place], value: null }]);
    if (refused !== null) refuse(name, refused.words ?? 'It could not be removed.');
    setAsking(false);
  }
  if (!isAsking) {
    return (
      <Button
        look="quiet"
        size="small"
        aria-label={`Remove ${name}`}
        onClick={() => setAsking(true)}
      >
        Remove
      </Button>
    );
  }
  return (
    <>
      <ActionButton autoFocus size="small" aria-label={`Really remove ${name}`} act={remove}>
        Really remove
      </ActionButton>
      <Button look="quiet" size="small" onClick={() => setAsking(false)}>
        Keep
      </Button>
    </>
  );
}
