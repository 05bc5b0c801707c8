import { useId } from 'react';

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly choose: (value: Value) => void;
}

/** Two or three options side by side, one of which holds. */
export function Segments<Value extends string>({
  label,
  value,
  options,
  choose,
}: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className="flex rounded-md bg-hover p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="segment">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => choose(option.value)}
            className="segment-input"
          />
          {option.name}
        </label>
      ))}
    </fieldset>
  );
}
