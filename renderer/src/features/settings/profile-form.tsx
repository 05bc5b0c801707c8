import { useState } from 'react';
import type { Catalog } from '../../../../shared/contract.ts';
import { TOOL_BUDGET } from '../../../../shared/settings-manifest.ts';
import type { ToolKind } from '../../../../shared/tasks.ts';
import { toolKindWords } from '../new-task/choice-words.ts';
import { LineField } from '../new-task/line-field.tsx';
import type { EntryValues } from './entry-edit.ts';
import { EntryForm } from './entry-form.tsx';
import { LinesField, linesOf } from './lines-field.tsx';
import { NameField, problemsOfName } from './name-field.tsx';
import { useEntryEdit } from './use-entry-edit.ts';

type Profile = Catalog['profiles'][number];

/** Complete, or the compiler says so. */
const KINDS: Readonly<Record<ToolKind, true>> = {
  read: true,
  search: true,
  think: true,
  edit: true,
  move: true,
  delete: true,
  execute: true,
  fetch: true,
  switch_mode: true,
  other: true,
};

interface ProfileFormProps {
  /** Null: a new one. A built-in one is replaced by an entry of its name. */
  readonly profile: Profile | null;
  readonly takenNames: readonly string[];
  readonly close: () => void;
}

export function ProfileForm({ profile, takenNames, close }: ProfileFormProps) {
  const [name, setName] = useState(profile?.id ?? '');
  const [allow, setAllow] = useState<readonly string[]>(profile?.allow ?? ['read']);
  const [commands, setCommands] = useState(profile?.commands.join('\n') ?? '');
  const [paths, setPaths] = useState(profile?.paths.join('\n') ?? '**');
  const [budget, setBudget] = useState(String(profile?.toolBudget ?? TOOL_BUDGET.default));
  const changesTo = useEntryEdit(profile === null ? null : valuesOf(profile));

  function read() {
    const problems = problemsOfName(name, profile === null ? takenNames : []);
    const toolBudget = /^-?\d+$/.test(budget.trim()) ? Number(budget) : Number.NaN;
    if (!(toolBudget >= TOOL_BUDGET.min && toolBudget <= TOOL_BUDGET.max)) {
      problems.push({
        field: 'toolBudget',
        found: budget.trim() === '' ? 'nothing' : `"${budget.trim()}"`,
        expected: `a whole number from ${TOOL_BUDGET.min} to ${TOOL_BUDGET.max}`,
      });
    }
    if (problems.length > 0) return { problems };
    const entry = {
      allow: [...allow],
      commands: linesOf(commands),
      paths: linesOf(paths),
      toolBudget,
    };
    const place = ['profiles', name];
    if (profile?.builtIn === true) return { changes: [{ path: place, value: entry }] };
    // Field by field, so that the comments beside what stays are kept.
    return changesTo(place, entry);
  }

  return (
    <EntryForm
      label={profile === null ? 'New profile' : `Profile ${profile.id}`}
      place={['profiles', name]}
      fields={['name', 'commands', 'paths', 'toolBudget']}
      read={read}
      close={close}
    >
      {(at) => (
        <>
          {profile === null && (
            <NameField value={name} placeholder="reviewer" {...at('name', setName)} />
          )}
          {profile?.builtIn === true && (
            <p className="text-xs text-ink-3">
              It is built in: what you save here replaces it, until you remove it again.
            </p>
          )}
          <fieldset className="min-w-0 space-y-1">
            <legend className="text-xs font-medium text-ink-2">May without asking</legend>
            <div className="flex flex-wrap gap-x-4 gap-y-1">
              {Object.keys(KINDS).map((kind) => (
                <label key={kind} className="flex items-center gap-1.5">
                  <input
                    type="checkbox"
                    checked={allow.includes(kind)}
                    onChange={(event) =>
                      setAllow(
                        event.target.checked
                          ? [...allow, kind]
                          : allow.filter((known) => known !== kind),
                      )
                    }
                    className="checkbox"
                  />
                  {toolKindWords(kind)}
                </label>
              ))}
            </div>
          </fieldset>
          <LinesField
            label="Shell lines"
            value={commands}
            explanation="One per line; * stands for anything but shell operators. Needs execute."
            {...at('commands', setCommands)}
          />
          <LinesField
            label="Paths"
            value={paths}
            explanation="Where edit, delete and move need no question. One per line; ** is everywhere."
            {...at('paths', setPaths)}
          />
          <LineField
            label="Times at most"
            kind="number"
            value={budget}
            placeholder={String(TOOL_BUDGET.default)}
            explanation="How often it is answered without you before it asks again."
            {...at('toolBudget', setBudget)}
          />
        </>
      )}
    </EntryForm>
  );
}

function valuesOf({ allow, commands, paths, toolBudget }: Profile): EntryValues {
  return {
    allow,
    commands: linesOf(commands.join('\n')),
    paths: linesOf(paths.join('\n')),
    toolBudget,
  };
}
