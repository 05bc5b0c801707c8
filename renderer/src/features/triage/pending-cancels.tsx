import { AgentText } from '../../components/agent-text.tsx';
import { Button } from '../../components/button.tsx';
import { KeyHint } from '../../components/key-hint.tsx';
import { useTimeText } from '../../state/clock.ts';
import { type PendingCancel, undoCancel, usePendingCancels } from '../../state/pending-cancels.ts';

/** Cancels that can still be taken back, each with the time that is left. */
export function PendingCancels() {
  const pending = usePendingCancels((cancels) => cancels.pending);
  return (
    <div role="status" aria-live="off" aria-label="Cancels to come" className="flex flex-col gap-2">
      {pending.map((cancel, index) => (
        <Pending key={cancel.id} cancel={cancel} isLast={index === pending.length - 1} />
      ))}
    </div>
  );
}

function Pending({ cancel, isLast }: { cancel: PendingCancel; isLast: boolean }) {
  const { id, subject, verb, dueAt } = cancel;
  const left = useTimeText((now) => `${Math.max(0, Math.ceil((dueAt - now) / 1_000))} s`);
  return (
    <div
      data-pending-cancel={id}
      className="pointer-events-auto relative flex items-center gap-3 overflow-hidden rounded-lg bg-raised py-2 pe-2 ps-3 shadow-raised"
    >
      <span
        aria-hidden="true"
        className="my-0.5 w-0.75 shrink-0 self-stretch rounded-full bg-quiet"
      />
      <div className="readable min-w-0 flex-1">
        <p className="truncate text-xs text-ink-3">
          <AgentText text={subject} cut />
        </p>
        <p>
          {verb} <span className="sr-only">in a few seconds unless it is undone</span>
          <span aria-hidden="true">in {left}</span>
        </p>
      </div>
      <Button size="small" aria-label="Undo" onClick={() => undoCancel(id)}>
        Undo
        {isLast && <KeyHint command="undo" />}
      </Button>
      <span aria-hidden="true" className="undo-time" />
    </div>
  );
}
