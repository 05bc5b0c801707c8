import { create } from 'zustand';

interface TranscriptSearch {
  readonly isOpen: boolean;
  /** Grows with each time that it is asked for: the field takes the focus, wherever that is. */
  readonly asked: number;
  /** Whether there is anything in the window that can be searched. */
  readonly isPossible: boolean;
}

/** The search of the transcript that is open beside the board: there is one at most. */
export const useTranscriptSearch = create<TranscriptSearch>()(() => ({
  isOpen: false,
  asked: 0,
  isPossible: false,
}));

/** False when no transcript is open. */
export function openTranscriptSearch(): boolean {
  const { isPossible, asked } = useTranscriptSearch.getState();
  if (isPossible) useTranscriptSearch.setState({ isOpen: true, asked: asked + 1 });
  return isPossible;
}

/** False when it was not open. */
export function closeTranscriptSearch(): boolean {
  const { isOpen } = useTranscriptSearch.getState();
  if (isOpen) useTranscriptSearch.setState({ isOpen: false });
  return isOpen;
}

/** To be called by what shows transcripts, while it is there. Returns the function for when it goes. */
export function allowTranscriptSearch(): () => void {
  useTranscriptSearch.setState({ isPossible: true });
  return () => useTranscriptSearch.setState({ isPossible: false, isOpen: false });
}
