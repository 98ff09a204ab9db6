import { useContext, type ReactNode } from 'react';
import type { WidgetProps } from '../rjsf.ts';
import { toWords } from '../form-schema/to-words.ts';
import { toElementId } from './element-ids.ts';
import { EntryLabelContext } from './entry-label.ts';
import { useFormSettings } from './form-settings.ts';

/** Chooses between alternatives of different shape. */
export function UnionSelect(props: WidgetProps): ReactNode {
  const { messages, title } = useFormSettings();
  const { options, value, onChange, disabled, readonly } = props;
  const id = toElementId(props.id);
  const entry = useContext(EntryLabelContext);
  const label = entry ?? (toWords(props.label.replace(/-\d+$/u, '')) || title);
  const choices = options.enumOptions ?? [];
  return (
    <div className="fw-field">
      <label className="fw-label" htmlFor={id}>
        {messages.kindOf(label)}
      </label>
      <select
        className="fw-input"
        id={id}
        value={String(value)}
        disabled={disabled === true || readonly === true}
        onChange={({ target }) => onChange(target.value)}
      >
        {choices.map((choice) => (
          <option key={String(choice.value)} value={String(choice.value)}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}
