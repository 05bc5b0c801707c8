import { useEffect } from 'react';
import { sendPendingCancels } from '../../state/pending-cancels.ts';

/** A window that is closed in order does first what is still to be sent. */
export function useSendAtTheEnd(): void {
  useEffect(() => {
    window.addEventListener('beforeunload', sendPendingCancels);
    return () => window.removeEventListener('beforeunload', sendPendingCancels);
  }, []);
}
