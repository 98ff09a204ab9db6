import type { ReactNode } from 'react';
import { toHints } from '../form-schema/field-hints.ts';
import type { WidgetProps } from '../rjsf.ts';
import { formatNumber } from '../text/format-number.ts';
import { describeWidget } from './describe-widget.ts';
import { useFormSettings } from './form-settings.ts';

/** The number of steps of a slider whose schema names none. */
const STEPS = 100;

/** Draws a slider for a number between two bounds, with its value beside it. */
export function SliderWidget(props: WidgetProps): ReactNode {
  const { schema, value, onChange, disabled, readonly } = props;
  const { language } = useFormSettings().messages;
  const { label: _label, ...described } = describeWidget(props);
  const { minimum = 0, maximum = 100, multipleOf } = schema;
  const isWhole = [schema.type].flat().includes('integer');
  const step = multipleOf ?? (isWhole ? 1 : (maximum - minimum) / STEPS);
  const number = typeof value === 'number' ? value : undefined;
  const { unit } = toHints(schema);
  const shown = number === undefined ? '–' : formatNumber(number, language);
  const text = unit === undefined ? shown : `${shown} ${unit}`;
  return (
    <div className="fw-slider">
      <input
        {...described}
        type="range"
        min={minimum}
        max={maximum}
        step={step}
        value={number ?? minimum}
        data-fw-unset={number === undefined || undefined}
        aria-valuetext={text}
        disabled={disabled === true || readonly === true}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        // A click on the bound where an empty slider stands is a choice as well.
        onPointerUp={({ currentTarget }) => {
          if (number === undefined) onChange(currentTarget.valueAsNumber);
        }}
      />
      <output htmlFor={described.id}>{text}</output>
    </div>
  );
}
