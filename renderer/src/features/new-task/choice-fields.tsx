import { Field } from '../../components/field.tsx';
import { RadioChoice } from '../../components/radio-choice.tsx';
import {
  type ChoiceWords,
  describeAgent,
  describeProfile,
  KIND_WORDS,
  SHAPE_WORDS,
} from './choice-words.ts';
import type { FormPart } from './form-part.ts';
import { problemAt } from './form-refusal.tsx';

export function AgentField({ input, catalog, refusal, change }: FormPart) {
  const chosen = catalog.agents.find(({ id }) => id === input.agent);
  return (
    <Field
      label="Agent"
      problem={problemAt(refusal, 'agent')}
      explanation={<Words words={describeAgent(chosen)} />}
    >
      {(control) => (
        <select
          {...control}
          value={input.agent}
          onChange={(event) => change({ agent: event.target.value })}
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

export function ProfileField({ input, catalog, refusal, change }: FormPart) {
  const chosen = catalog.profiles.find(({ id }) => id === input.profile);
  return (
    <Field
      label="Profile"
      problem={problemAt(refusal, 'profile')}
      explanation={<Words words={describeProfile(chosen)} />}
    >
      {(control) => (
        <select
          {...control}
          value={input.profile}
          onChange={(event) => change({ profile: event.target.value })}
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

export function KindField({ input, refusal, change }: FormPart) {
  return (
    <RadioChoice
      label="Kind"
      value={input.kind}
      problem={problemAt(refusal, 'kind')}
      choose={(kind) => change({ kind })}
      options={[
        { value: 'spawn', name: 'Spawn', words: KIND_WORDS.spawn },
        { value: 'attempt', name: 'Attempt', words: KIND_WORDS.attempt },
      ]}
    />
  );
}

export function ShapeField({ input, refusal, change }: FormPart) {
  return (
    <RadioChoice
      label="Shape"
      value={input.shape}
      problem={problemAt(refusal, 'shape')}
      choose={(shape) => change({ shape })}
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
