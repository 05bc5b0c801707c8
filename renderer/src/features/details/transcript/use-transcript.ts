import { useEffect, useRef, useState } from 'react';
import type { Problem } from '../../../../../shared/problems.ts';
import { call } from '../../../api/daemon.ts';
import { useFleet } from '../../../state/fleet-store.ts';
import { type ShownEntry, withPage } from './shown-entries.ts';

const PAGE_ENTRIES = 200;

export interface TranscriptState {
  readonly entries: readonly ShownEntry[];
  /** Whether what there was at the time of asking has been read. */
  readonly isRead: boolean;
  readonly problem: Problem | null;
}

/**
 * A session's transcript, read on page by page whenever the session did something new. `revision` is the one of the
 * task: the last entries of a worker that is gone are announced by nothing else.
 */
export function useTranscript(sessionId: string, revision: number): TranscriptState {
  const announced = useFleet((fleet) => fleet.activity.get(sessionId)?.transcriptNext ?? 0);
  const reconnections = useFleet((fleet) => fleet.reconnections);
  const [state, setState] = useState<TranscriptState>({
    entries: [],
    isRead: false,
    problem: null,
  });
  const reading = useRef({ next: 0, isUnderWay: false, isWanted: false });

  // They say that there may be more, and nothing else.
  useEffect(() => {
    const current = reading.current;
    current.isWanted = true;
    if (current.isUnderWay) return;
    current.isUnderWay = true;
    async function readToTheEnd() {
      while (current.isWanted) {
        current.isWanted = false;
        const answer = await call('session.transcript', {
          sessionId,
          from: current.next,
          limit: PAGE_ENTRIES,
        });
        if (!answer.ok) {
          setState((known) => ({ ...known, isRead: true, problem: answer.problem }));
          break;
        }
        const page = answer.value;
        if (!page.complete && page.next > current.next) current.isWanted = true;
        current.next = page.next;
        const isRead = !current.isWanted;
        setState((known) => ({
          entries: page.entries.length === 0 ? known.entries : withPage(known.entries, page),
          isRead: known.isRead || isRead,
          problem: null,
        }));
      }
      current.isUnderWay = false;
    }
    void readToTheEnd();
  }, [sessionId, announced, revision, reconnections]);

  return state;
}
