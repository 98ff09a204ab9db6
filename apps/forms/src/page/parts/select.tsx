import { useId, type ReactNode } from 'react';

/** Draws a select with its label. */
export function Select<Value extends string>(props: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
}): ReactNode {
  const { label, value, options, onChange } = props;
  const id = useId();
  return (
    <div className="select">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const option = options.find(([name]) => name === target.value);
          if (option !== undefined) onChange(option[0]);
        }}
      >
        {options.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
