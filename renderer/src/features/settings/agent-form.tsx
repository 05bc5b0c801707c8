import { useState } from 'react';
import type { FieldProblem } from '../../../../shared/problems.ts';
import type { OwnAgent } from '../../../../shared/settings.ts';
import { RadioChoice } from '../../components/radio-choice.tsx';
import { LineField } from '../new-task/line-field.tsx';
import type { EntryValues } from './entry-edit.ts';
import { EntryForm } from './entry-form.tsx';
import { type EnvironmentDraft, EnvironmentFields } from './environment-fields.tsx';
import { LinesField, linesOf } from './lines-field.tsx';
import { NameField, problemsOfName } from './name-field.tsx';
import { useEntryEdit } from './use-entry-edit.ts';

interface AgentFormProps {
  /** Null: a new one. */
  readonly agent: OwnAgent | null;
  readonly takenNames: readonly string[];
  readonly close: () => void;
}

/** An agent of a person's own. */
export function AgentForm({ agent, takenNames, close }: AgentFormProps) {
  const [name, setName] = useState(agent?.id ?? '');
  const [protocol, setProtocol] = useState<OwnAgent['protocol']>(agent?.protocol ?? 'acp');
  const [command, setCommand] = useState(agent?.command ?? '');
  const [args, setArgs] = useState(agent?.args.join('\n') ?? '');
  const [mode, setMode] = useState(agent?.mode ?? '');
  const [env, setEnv] = useState<EnvironmentDraft>({ removed: [], added: [] });
  const changesTo = useEntryEdit(agent === null ? null : valuesOf(agent));

  function read() {
    const problems: FieldProblem[] = [
      ...problemsOfName(name, agent === null ? takenNames : []),
      ...(command.trim() === ''
        ? [{ field: 'command', found: 'nothing', expected: 'the program that is the agent' }]
        : []),
      ...env.added.flatMap(problemsOfVariable),
    ];
    if (problems.length > 0) return { problems };
    const place = ['agents', name];
    if (agent === null) {
      return changesTo(place, {
        protocol,
        command,
        args: linesOf(args),
        env: Object.fromEntries(env.added.map(({ key, value }) => [key.trim(), value])),
        ...(mode.trim() !== '' && { mode: mode.trim() }),
      });
    }
    const draft = { protocol, command, args: linesOf(args), mode: mode.trim() || null };
    const edit = changesTo(place, draft);
    if ('words' in edit) return edit;
    return {
      changes: [
        ...edit.changes,
        ...env.removed.map((key) => ({ path: [...place, 'env', key], value: null })),
        ...env.added.map(({ key, value }) => ({ path: [...place, 'env', key.trim()], value })),
      ],
    };
  }

  return (
    <EntryForm
      label={agent === null ? 'New agent' : `Agent ${agent.id}`}
      place={['agents', name]}
      fields={['name', 'protocol', 'command', 'args', 'mode', 'env']}
      read={read}
      close={close}
    >
      {(at) => (
        <>
          {agent === null && (
            <NameField value={name} placeholder="claude" {...at('name', setName)} />
          )}
          <RadioChoice
            label="Protocol"
            value={protocol}
            problem={at('protocol', setProtocol).problem}
            choose={at('protocol', setProtocol).change}
            options={[
              { value: 'acp', name: 'acp', words: 'Speaks the Agent Client Protocol.' },
              {
                value: 'command',
                name: 'command',
                words: 'Gets the prompt as its last argument, and never asks.',
              },
            ]}
          />
          <LineField
            label="Command"
            kind="command"
            value={command}
            placeholder="npx"
            explanation="A program on PATH, or its whole path."
            {...at('command', setCommand)}
          />
          <LinesField
            label="Arguments"
            value={args}
            explanation="One per line."
            {...at('args', setArgs)}
          />
          {protocol === 'acp' && (
            <LineField
              label="Mode"
              value={mode}
              placeholder="Known agents need none"
              explanation="The mode in which it asks before it acts."
              {...at('mode', setMode)}
            />
          )}
          <EnvironmentFields known={agent?.envNames ?? []} draft={env} {...at('env', setEnv)} />
        </>
      )}
    </EntryForm>
  );
}

function valuesOf({ protocol, command, args, mode }: OwnAgent): EntryValues {
  return { protocol, command, args: linesOf(args.join('\n')), mode };
}

function problemsOfVariable({ key }: { readonly key: string }): FieldProblem[] {
  if (/^[^\s=\0]+$/.test(key.trim())) return [];
  const found = key.trim() === '' ? 'nothing' : `"${key}"`;
  return [{ field: 'env', found, expected: 'the name of a variable, such as API_KEY' }];
}
