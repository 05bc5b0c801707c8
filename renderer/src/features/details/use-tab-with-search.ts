import { useEffect, useState } from 'react';
import { allowTranscriptSearch, useTranscriptSearch } from '../../state/transcript-search.ts';

/** The tab that is shown; whoever searches the transcript is brought to the tab that has it. */
export function useTabWithSearch(withTranscript: string) {
  const [tab, setTab] = useState(withTranscript);
  const asked = useTranscriptSearch((search) => search.asked);
  const [lastAsked, setLastAsked] = useState(asked);
  if (asked !== lastAsked) {
    setLastAsked(asked);
    setTab(withTranscript);
  }
  useEffect(allowTranscriptSearch, []);
  return [tab, setTab] as const;
}
