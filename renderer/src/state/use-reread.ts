import { useEffect, useRef, useState } from 'react';

/**
 * What a call answers, asked again whenever `wanted` changes: one call at a time, and the last word wins. `read` itself
 * may be a new function each time, and is told what was answered last; it says what went wrong in its answer and is not
 * expected to reject.
 */
export function useReread<Answer>(
  initial: Answer,
  wanted: string,
  read: (known: Answer) => Promise<Answer>,
): Answer {
  const [answer, setAnswer] = useState(initial);
  const latest = useRef(read);
  const reading = useRef({ isUnderWay: false, wanted, answer: initial });

  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    const current = reading.current;
    current.wanted = wanted;
    if (current.isUnderWay) return;
    current.isUnderWay = true;
    async function readUntilCurrent() {
      let done: string | null = null;
      while (done !== current.wanted) {
        done = current.wanted;
        current.answer = await latest.current(current.answer);
        setAnswer(current.answer);
      }
      current.isUnderWay = false;
    }
    void readUntilCurrent();
  }, [wanted]);

  return answer;
}
