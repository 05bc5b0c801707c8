import { useEffect, useState } from 'react';

/** What a call answers, asked at once and whenever `again` is called; null until it has answered. */
export function useAnswer<Answer>(ask: () => Promise<Answer>): {
  readonly answer: Answer | null;
  readonly again: () => Promise<void>;
} {
  const [answer, setAnswer] = useState<Answer | null>(null);
  async function again() {
    setAnswer(await ask());
  }
  // Asked once; later only when a person wants it.
  useEffect(() => {
    void again();
  }, []);
  return { answer, again };
}
