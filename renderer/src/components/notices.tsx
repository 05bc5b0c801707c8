import type { ReactNode } from 'react';
import { type Notice, useFleet } from '../state/fleet-store.ts';
import { dismissNotice, followUp } from '../state/notices.ts';
import { AgentText } from './agent-text.tsx';
import { ActionButton } from './button.tsx';
import { CopyIconButton } from './copy-button.tsx';
import { IconButton } from './icon-button.tsx';

/** What came of a person's actions, and what is about to: confirmations pass; refusals stay until they are dismissed. */
export function Notices({ children }: { children: ReactNode }) {
  const notices = useFleet((fleet) => fleet.notices);
  return (
    <div className="pointer-events-none fixed bottom-4 inset-x-0 z-30 flex w-[min(480px,calc(100vw-32px))] mx-auto flex-col gap-2">
      {notices
        .filter((notice) => !notice.granted)
        .map((notice) => (
          <div key={notice.id} role="alert">
            <NoticeWords notice={notice} />
          </div>
        ))}
      {children}
      {/* Said by the announcements, in turn with all else. */}
      <div role="status" aria-live="off" className="flex flex-col gap-2">
        {notices
          .filter((notice) => notice.granted)
          .map((notice) => (
            <NoticeWords key={notice.id} notice={notice} />
          ))}
      </div>
    </div>
  );
}

function NoticeWords({ notice }: { notice: Notice }) {
  const { action } = notice;
  return (
    <div
      data-state={notice.isHint ? 'idle' : notice.granted ? 'done' : 'failed'}
      className="pointer-events-auto flex gap-3 rounded-lg bg-raised py-2 pe-2 ps-3 shadow-raised"
    >
      <span aria-hidden="true" className="state-mark my-0.5 w-0.75 shrink-0 rounded-full" />
      <div className="readable min-w-0 flex-1 break-words">
        <p className="truncate text-xs text-ink-3">
          <AgentText text={notice.subject} cut />
        </p>
        <p>
          <AgentText text={notice.text} />
        </p>
      </div>
      {action !== null && (
        <ActionButton size="small" className="self-center" act={() => followUp(notice)}>
          {action.label}
        </ActionButton>
      )}
      {!notice.granted && <CopyIconButton what="message" text={() => noticeAsText(notice)} />}
      <IconButton icon="close" label="Dismiss message" onClick={() => dismissNotice(notice.id)} />
    </div>
  );
}

function noticeAsText({ code, subject, text }: Notice): string {
  return [...(code === undefined ? [] : [code]), subject, text].join('\n');
}
