import { Button } from '../../components/button.tsx';
import { openStart } from '../../state/navigation.ts';

export function NothingSettled({ isNow }: { readonly isNow: boolean }) {
  if (!isNow) return <p className="text-ink-2">Nothing settled in this time.</p>;
  return (
    <div className="space-y-3">
      <p className="text-ink-2">
        Nothing has settled in this time. Tasks and runs are counted once they have: start one, or
        look at a longer time.
      </p>
      <Button onClick={openStart}>New task or run</Button>
    </div>
  );
}
