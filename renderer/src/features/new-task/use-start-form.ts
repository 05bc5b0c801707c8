import { useEffect, useRef, useState } from 'react';
import type { StartRefusal } from './start-refusal.ts';

const NOTHING_REFUSED: StartRefusal = { fields: [], words: null };

/** A form that is sent to the daemon, which may refuse single fields of it. */
export function useStartForm(start: () => Promise<StartRefusal | null>) {
  const [refusal, setRefusal] = useState(NOTHING_REFUSED);
  const [isUnderWay, setUnderWay] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isNews = useRef(false);

  async function submit() {
    if (isUnderWay) return;
    setUnderWay(true);
    const refused = await start();
    setUnderWay(false);
    if (refused === null) return;
    isNews.current = true;
    setRefusal(refused);
  }

  // Once the fields know that they are the ones; later changes of the refusal leave the focus where it is.
  useEffect(() => {
    if (!isNews.current || refusal === NOTHING_REFUSED) return;
    isNews.current = false;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusal]);

  return {
    form,
    isUnderWay,
    refusal,
    submit,
    /** What was changed is no longer what was refused. */
    forgive: (changed: object) =>
      setRefusal(({ words, fields }) => ({
        words,
        fields: fields.filter((problem) => !Object.hasOwn(changed, problem.field)),
      })),
  };
}
