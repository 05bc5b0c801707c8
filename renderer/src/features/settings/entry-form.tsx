import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import type { FieldProblem } from '../../../../shared/problems.ts';
import type { SettingsChange } from '../../../../shared/settings.ts';
import { Button } from '../../components/button.tsx';
import { type WriteRefusal, writeSettings } from '../../state/settings-store.ts';
import { useReturnOfFocus } from '../../state/use-return-of-focus.ts';
import { FormRefusal } from '../new-task/form-refusal.tsx';

const NOTHING_REFUSED: WriteRefusal = { problems: [], words: null };

/** What a field of the form shows as its problem, and where what is typed goes; that is then no longer what was refused. */
type FieldAt = <Value>(
  field: string,
  take: (value: Value) => void,
) => { readonly problem: FieldProblem | undefined; readonly change: (value: Value) => void };

interface EntryFormProps {
  readonly label: string;
  /** Why nothing is written, where that is known before anybody is asked; or what is to be written. */
  readonly read: () =>
    | { readonly problems: readonly FieldProblem[] }
    | { readonly words: string }
    | { readonly changes: readonly SettingsChange[] };
  /** Where the entry stands: what is refused below it is about a field of that name. */
  readonly place: readonly string[];
  /** Fields that show their own problem. */
  readonly fields: readonly string[];
  readonly close: () => void;
  readonly children: (at: FieldAt) => ReactNode;
}

/** A whole entry of config.json, written at once. */
export function EntryForm({ label, read, place, fields, close, children }: EntryFormProps) {
  const form = useReturnOfFocus<HTMLFormElement>();
  const [refusal, setRefusal] = useState(NOTHING_REFUSED);
  const [isWriting, setWriting] = useState(false);

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [form]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isWriting) return;
    const entry = read();
    if ('problems' in entry) return refuse({ problems: entry.problems, words: null });
    if ('words' in entry) return refuse({ problems: [], words: entry.words });
    if (entry.changes.length === 0) return close();
    setWriting(true);
    const refused = await writeSettings(entry.changes);
    setWriting(false);
    if (refused === null) return close();
    refuse({ ...refused, problems: refused.problems.map((each) => within(place, each)) });
  }

  function refuse(refused: WriteRefusal) {
    setRefusal(refused);
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  }

  const at: FieldAt = (field, take) => ({
    problem: refusal.problems.find((each) => each.field === field),
    change(value) {
      take(value);
      setRefusal(({ words, problems }) => ({
        words,
        problems: problems.filter((problem) => problem.field !== field),
      }));
    },
  });

  function closeByKey(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      onSubmit={(event) => void submit(event)}
      onKeyDown={closeByKey}
      className="my-2 space-y-3 rounded-lg border border-line bg-sunk p-4"
    >
      {children(at)}
      {/* Beside what was pressed: the top of a long form may be out of sight. */}
      <FormRefusal refusal={{ fields: refusal.problems, words: refusal.words }} fields={fields} />
      <div className="flex gap-2">
        <Button look="primary" type="submit" aria-disabled={isWriting}>
          Save
        </Button>
        <Button look="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** `agents.mine.args[0]` is about `args`, and `agents.mine` about its name. */
function within(place: readonly string[], problem: FieldProblem): FieldProblem {
  const prefix = place.join('.');
  if (problem.field === prefix) return { ...problem, field: 'name' };
  if (!problem.field.startsWith(`${prefix}.`)) return problem;
  const field = problem.field.slice(prefix.length + 1).split(/[.[]/, 1)[0] ?? problem.field;
  return { ...problem, field };
}
