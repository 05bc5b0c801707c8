import { useState } from 'react';
import { ActionButton, Button } from '../../components/button.tsx';
import { focusSection } from '../../components/screen.tsx';
import { refuse } from '../../state/notices.ts';
import { writeRefusalInLine, writeSettings } from '../../state/settings-store.ts';

/** Asks once more, in its own place. */
export function RemoveEntry({
  place,
  section,
}: {
  place: readonly [section: string, name: string];
  /** Title of the section, which the keyboard goes to when there is nothing left to stand on. */
  section: string;
}) {
  const [isAsking, setAsking] = useState(false);
  const [wasAsking, setWasAsking] = useState(false);
  const [, name] = place;
  async function remove() {
    const refused = await writeSettings([{ path: [...place], value: null }]);
    setAsking(false);
    if (refused === null) focusSection(section);
    else refuse(name, writeRefusalInLine(refused));
  }
  if (!isAsking) {
    return (
      <Button
        autoFocus={wasAsking}
        look="quiet"
        size="small"
        aria-label={`Remove ${name}`}
        onClick={() => {
          setAsking(true);
          setWasAsking(true);
        }}
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
