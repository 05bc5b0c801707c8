import { Field } from '../../components/field.tsx';
import type { FormPart } from './form-part.ts';
import { problemAt } from './form-refusal.tsx';

export function PromptField({ input, refusal, change }: FormPart) {
  return (
    <Field
      label="Prompt"
      problem={problemAt(refusal, 'prompt')}
      explanation="The first line becomes the title of the card."
    >
      {(control) => (
        <textarea
          {...control}
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type this.
          autoFocus
          rows={5}
          value={input.prompt}
          placeholder="What should the agent do?"
          onChange={(event) => change({ prompt: event.target.value })}
          className="field block max-h-64 min-h-24 resize-y py-1.5"
        />
      )}
    </Field>
  );
}
