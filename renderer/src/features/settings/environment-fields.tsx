import { useId } from 'react';
import type { FieldProblem } from '../../../../shared/problems.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { Button } from '../../components/button.tsx';
import { FieldProblemWords } from '../../components/field.tsx';

export interface EnvironmentDraft {
  /** Names in the file that are to go. */
  readonly removed: readonly string[];
  readonly added: readonly { readonly key: string; readonly value: string }[];
}

interface EnvironmentFieldsProps {
  readonly known: readonly string[];
  readonly draft: EnvironmentDraft;
  readonly problem: FieldProblem | undefined;
  readonly change: (draft: EnvironmentDraft) => void;
}

/** Values can be written and taken away; they are never shown. */
export function EnvironmentFields({ known, draft, problem, change }: EnvironmentFieldsProps) {
  const id = useId();
  const { removed, added } = draft;
  const kept = known.filter((name) => !removed.includes(name));
  const put = (index: number, part: Partial<EnvironmentDraft['added'][number]>) =>
    change({
      removed,
      added: added.map((each, at) => (at === index ? { ...each, ...part } : each)),
    });
  return (
    <fieldset aria-describedby={`${id}-problem ${id}-words`} className="min-w-0 space-y-1">
      <legend className="text-xs font-medium text-ink-2">Environment</legend>
      {kept.map((name) => (
        <p key={name} className="flex items-center gap-2">
          <AgentText text={name} className="min-w-0 truncate font-mono text-xs" />
          <span className="text-xs text-ink-3">is set</span>
          <Button
            look="quiet"
            size="small"
            aria-label={`Take ${name} away`}
            onClick={() => change({ removed: [...removed, name], added })}
          >
            Take away
          </Button>
        </p>
      ))}
      {added.map(({ key, value }, index) => (
        <div key={index} className="flex gap-2">
          <input
            type="text"
            aria-label={`Name of variable ${index + 1}`}
            aria-invalid={problem !== undefined}
            placeholder="API_KEY"
            value={key}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => put(index, { key: event.target.value })}
            className="field h-7 font-mono text-xs"
          />
          <input
            type="password"
            aria-label={`Value of variable ${index + 1}`}
            value={value}
            autoComplete="off"
            onChange={(event) => put(index, { value: event.target.value })}
            className="field h-7 font-mono text-xs"
          />
        </div>
      ))}
      <FieldProblemWords id={`${id}-problem`} problem={problem} />
      <div className="flex items-center gap-2">
        <Button
          size="small"
          onClick={() => change({ removed, added: [...added, { key: '', value: '' }] })}
        >
          Add a variable
        </Button>
        <span id={`${id}-words`} className="text-xs text-ink-3">
          Values are written to the file and never shown. A name that is set is replaced.
        </span>
      </div>
    </fieldset>
  );
}
