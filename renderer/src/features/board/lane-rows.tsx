import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useFleet } from '../../state/fleet-store.ts';
import { BoardCard } from './card.tsx';
import { watchNearness } from './nearness.ts';
import { BoardRun } from './run-card.tsx';

/** So many rows come and go together: more than a window shows of a lane on its first frame. */
const ROWS_TOGETHER = 12;
/** Of a card that nobody has measured yet. */
const USUAL_HEIGHT = 74;

/** The cards and runs of a lane; only those near what is in view exist. */
export function LaneRows({ ids }: { ids: readonly string[] }) {
  const parts = useMemo(() => {
    const count = Math.ceil(ids.length / ROWS_TOGETHER);
    return Array.from({ length: count }, (_, index) => ({
      key: index,
      ids: ids.slice(index * ROWS_TOGETHER, (index + 1) * ROWS_TOGETHER),
    }));
  }, [ids]);
  return parts.map((part) => <Rows key={part.key} ids={part.ids} isFirst={part.key === 0} />);
}

interface RowsProps {
  readonly ids: readonly string[];
  readonly isFirst: boolean;
}

const Rows = memo(
  function Rows({ ids, isFirst }: RowsProps) {
    const element = useRef<HTMLDivElement>(null);
    const [isNear, setNear] = useState(isFirst);
    const [height, setHeight] = useState<number | null>(null);
    const hasTheKeyboard = useFleet(({ stoodOn }) => stoodOn !== null && ids.includes(stoodOn));
    const isThere = isNear || hasTheKeyboard;

    useEffect(() => {
      if (element.current === null) return;
      return watchNearness(element.current, (isNearNow, heightNow) => {
        if (!isNearNow) setHeight(heightNow);
        setNear(isNearNow);
      });
    }, []);

    return (
      <div
        ref={element}
        style={isThere ? undefined : { height: height ?? ids.length * USUAL_HEIGHT }}
      >
        {isThere && ids.map((id) => <Row key={id} id={id} />)}
      </div>
    );
  },
  (before, after) =>
    before.ids.length === after.ids.length &&
    before.ids.every((id, index) => id === after.ids[index]),
);

function Row({ id }: { id: string }) {
  const isRun = useFleet((fleet) => fleet.board.runs.has(id));
  return isRun ? <BoardRun id={id} /> : <BoardCard id={id} />;
}
