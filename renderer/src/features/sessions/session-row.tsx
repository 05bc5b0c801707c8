import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import type { SessionCard } from '../../../../shared/board.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { ActionButton, Button } from '../../components/button.tsx';
import { OwnerTag } from '../../components/owner-tag.tsx';
import { sessionStateWord } from '../../components/state-words.ts';
import { Age } from '../../components/time.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { openTask } from '../../state/navigation.ts';
import { conduct, endSession, sendPrompt } from '../../state/person-actions.ts';
import { ConductorFeed } from './conductor-feed.tsx';

export function SessionRow({ session }: { session: SessionCard }) {
  const line = useFleet((fleet) => fleet.activity.get(session.id)?.line ?? '');
  const { taskId } = session;
  return (
    <li data-session-id={session.id} data-state={session.state} className="space-y-2 py-3">
      <div className="exact-with-focus flex items-start gap-3">
        <span aria-hidden="true" className="state-mark mt-0.5 h-4 w-1 shrink-0 rounded-full" />
        <div className="min-w-0 flex-1">
          <p className="flex items-baseline gap-2">
            <span className="min-w-0 truncate font-medium">
              <AgentText text={session.title} cut />
            </span>
            {session.isConductor && <ConductorTag />}
          </p>
          <p className="flex items-baseline gap-2 text-xs text-ink-3">
            <span className="min-w-0 truncate">
              <span className="state-ink font-medium">{sessionStateWord(session.state)}</span> ·{' '}
              {session.agent} · <AgentText text={session.projectName} />
              {session.branch !== null && (
                <>
                  {' · '}
                  <AgentText text={session.branch} />
                </>
              )}
            </span>
            <span className="-ms-1 shrink-0">
              · <Age at={session.createdAt} />
            </span>
            <OwnerTag owner={session.ownerDaemon} />
          </p>
          {line !== '' && (
            <p className="truncate text-xs text-ink-2">
              <AgentText text={line} cut />
            </p>
          )}
        </div>
        <div className="flex shrink-0 gap-1">
          {taskId !== null && (
            <Button look="quiet" size="small" onClick={() => openTask(taskId)}>
              Open task
            </Button>
          )}
          {session.isConductor && (
            <ActionButton look="quiet" size="small" act={() => conduct(session, false)}>
              Stop conducting
            </ActionButton>
          )}
          {session.acceptsPrompts && !session.isConductor && (
            <ActionButton
              look="quiet"
              size="small"
              title={`Tell it what settles in ${visibleText(session.projectName)}, in one message, whenever it is idle`}
              act={() => conduct(session, true)}
            >
              Make conductor
            </ActionButton>
          )}
          <ActionButton size="small" act={() => endSession(session)}>
            End session
          </ActionButton>
        </div>
      </div>
      {session.acceptsPrompts && <PromptBox session={session} />}
      {session.isConductor && <ConductorFeed session={session} />}
    </li>
  );
}

function ConductorTag() {
  return (
    <span className="shrink-0 rounded-sm border border-line-strong px-1 text-2xs leading-3.5 text-ink-2">
      Conductor
    </span>
  );
}

function PromptBox({ session }: { session: SessionCard }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [prompt, setPrompt] = useState('');
  const [isUnderWay, setUnderWay] = useState(false);

  async function send() {
    if (isUnderWay) return;
    setUnderWay(true);
    await sendPrompt(session, prompt, () => setPrompt((typed) => (typed === prompt ? '' : typed)));
    setUnderWay(false);
  }

  function sendByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }

  return (
    <form
      ref={form}
      className="flex items-end gap-2 ps-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <label htmlFor={id} className="sr-only">
        Prompt to session
      </label>
      <textarea
        id={id}
        rows={1}
        value={prompt}
        placeholder="Send it another prompt"
        onChange={(event) => setPrompt(event.target.value)}
        onKeyDown={sendByKey}
        className="field block max-h-40 min-h-8 resize-y py-1"
      />
      <Button type="submit" aria-disabled={isUnderWay}>
        Send
      </Button>
    </form>
  );
}
