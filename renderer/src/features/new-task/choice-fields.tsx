import type { Catalog, StartInput } from '../../../../shared/contract.ts';
import type { FieldProblem } from '../../../../shared/problems.ts';
import { Field } from '../../components/field.tsx';
import { RadioChoice } from '../../components/radio-choice.tsx';
import {
  type ChoiceWords,
  describeAgent,
  describeProfile,
  KIND_WORDS,
  SHAPE_WORDS,
} from './choice-words.ts';

/** A choice of what the daemon knows by name. */
export interface NamedChoiceProps {
  readonly value: string;
  readonly catalog: Catalog;
  readonly problem: FieldProblem | undefined;
  readonly choose: (value: string) => void;
}

interface StartChoiceProps<Value> {
  readonly value: Value;
  readonly problem: FieldProblem | undefined;
  readonly choose: (value: Value) => void;
}

export function AgentField({ value, catalog, problem, choose }: NamedChoiceProps) {
  const chosen = catalog.agents.find(({ id }) => id === value);
  return (
    <Field label="Agent" problem={problem} explanation={<Words words={describeAgent(chosen)} />}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={(event) => choose(event.target.value)}
          className="field select h-8"
        >
          {catalog.agents.map(({ id, found }) => (
            <option key={id} value={id}>
              {found ? id : `${id} (not found)`}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function ProfileField({ value, catalog, problem, choose }: NamedChoiceProps) {
  const chosen = catalog.profiles.find(({ id }) => id === value);
  return (
    <Field
      label="Profile"
      problem={problem}
      explanation={<Words words={describeProfile(chosen)} />}
    >
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={(event) => choose(event.target.value)}
          className="field select h-8"
        >
          {catalog.profiles.map(({ id }) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function KindField({ value, problem, choose }: StartChoiceProps<StartInput['kind']>) {
  return (
    <RadioChoice
      label="Kind"
      value={value}
      problem={problem}
      choose={choose}
      options={[
        { value: 'spawn', name: 'Spawn', words: KIND_WORDS.spawn },
        { value: 'attempt', name: 'Attempt', words: KIND_WORDS.attempt },
      ]}
    />
  );
}

export function ShapeField({ value, problem, choose }: StartChoiceProps<StartInput['shape']>) {
  return (
    <RadioChoice
      label="Shape"
      value={value}
      problem={problem}
      choose={choose}
      options={[
        { value: 'ship', name: 'Ship', words: SHAPE_WORDS.ship },
        { value: 'scout', name: 'Scout', words: SHAPE_WORDS.scout },
      ]}
    />
  );
}

function Words({ words }: { words: ChoiceWords }) {
  return <span className={words.isWarning ? 'text-awaiting-ink' : ''}>{words.text}</span>;
}
