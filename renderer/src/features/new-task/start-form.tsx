import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { FormRefusal } from './form-refusal.tsx';
import type { useStartForm } from './use-start-form.ts';

const SUBMIT_KEY = navigator.userAgent.includes('Mac') ? '⌘ Enter' : 'Ctrl+Enter';

interface StartFormProps {
  readonly state: ReturnType<typeof useStartForm>;
  /** Fields that show their own problem. */
  readonly fields: readonly string[];
  readonly children: ReactNode;
}

export function StartForm({ state, fields, children }: StartFormProps) {
  const { form, refusal, isUnderWay, submit } = state;
  function submitByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={submitByKey}
      className="flex min-h-0 flex-col"
    >
      <div className="space-y-4 overflow-y-auto px-6 pt-2 pb-5">
        <FormRefusal refusal={refusal} fields={fields} />
        {children}
      </div>
      <footer className="flex items-center justify-end gap-3 border-t border-line px-6 py-3">
        <span className="text-xs text-ink-3">{SUBMIT_KEY} starts it as well</span>
        <Button look="primary" type="submit" aria-disabled={isUnderWay} className="px-4">
          Start
        </Button>
      </footer>
    </form>
  );
}
