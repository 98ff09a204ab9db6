import type { ReactNode } from 'react';
import type { WidgetProps } from '../rjsf.ts';
import { isSame, toYesNo } from '../theme/choice-widget.tsx';
import { toOptions } from '../theme/control-kind.ts';
import { describeWidget } from '../theme/describe-widget.ts';
import { useFormSettings } from '../theme/form-settings.ts';

/** One of some choices where there is room for one line only. */
export function CellSelect(props: WidgetProps): ReactNode {
  const { messages } = useFormSettings();
  const { schema, value, onChange, required, disabled, readonly } = props;
  const options = toOptions(schema) ?? toYesNo(schema, messages);
  const at = options.findIndex((option) => isSame(option.value, value));
  const { label: _label, ...described } = describeWidget(props);
  const isOptional = required !== true && !options.some((option) => option.value === null);
  return (
    <select
      {...described}
      className="fw-input"
      value={at}
      aria-required={required === true || undefined}
      disabled={disabled === true || readonly === true}
      onChange={({ target }) => onChange(options[Number(target.value)]?.value)}
    >
      {(isOptional || at < 0) && <option value={-1}>{isOptional ? messages.none : ''}</option>}
      {options.map((option, position) => (
        <option key={JSON.stringify(option.value)} value={position}>
          {option.label ?? messages.none}
        </option>
      ))}
    </select>
  );
}
