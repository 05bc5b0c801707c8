import { useState } from 'react';
import { Banner } from '../../components/banner.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { OldWriterAdvice, OldWriterFigures } from './old-writer-words.tsx';
import { putAwayFrom, readPutAwayUntil } from './put-away-until.ts';

/** An out-of-date program writes to the same database. Put away, it comes back when that program still tries later. */
export function OldWriterBanner() {
  const oldWriter = useFleet((fleet) => fleet.oldWriter);
  const isOnDaemons = useFleet((fleet) => fleet.screen === 'daemons');
  const [putAwayUntil, setPutAwayUntil] = useState(readPutAwayUntil);
  if (oldWriter === null || oldWriter.lastAt <= putAwayUntil || isOnDaemons) return null;
  return (
    <Banner
      label="Out-of-date program"
      tone="awaiting"
      headline="An out-of-date program shares this database."
      figures={<OldWriterFigures oldWriter={oldWriter} />}
      actions={
        <IconButton
          icon="close"
          label="Put this away"
          className="-my-0.5"
          onClick={() => setPutAwayUntil(putAwayFrom(Date.now()))}
        />
      }
    >
      <OldWriterAdvice oldWriter={oldWriter} />
    </Banner>
  );
}
