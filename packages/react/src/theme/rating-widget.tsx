import type { ReactNode } from 'react';
import type { WidgetProps } from '../rjsf.ts';
import { formatNumber } from '../text/format-number.ts';
import { describeWidget } from './describe-widget.ts';
import { useFormSettings } from './form-settings.ts';

/** Draws a rating in stars: radio buttons from the least to the most. */
export function RatingWidget(props: WidgetProps): ReactNode {
  const { schema, value, onChange, required, disabled, readonly } = props;
  const { messages } = useFormSettings();
  const { label, ...described } = describeWidget(props);
  const { minimum = 1, maximum = 5 } = schema;
  const least = Math.max(1, minimum);
  const all = Array.from({ length: maximum - least + 1 }, (_star, at) => least + at);
  const write = (number: number): string => formatNumber(number, messages.language);
  return (
    <div
      {...described}
      className="fw-rating"
      role="radiogroup"
      tabIndex={-1}
      aria-labelledby={label}
      aria-required={required === true || undefined}
    >
      {all.map((stars) => {
        const name = messages.result.outOf(write(stars), write(maximum));
        return (
          <label key={stars} title={name}>
            <input
              type="radio"
              name={described.id}
              aria-label={name}
              checked={value === stars}
              disabled={disabled === true || readonly === true}
              onChange={() => onChange(stars)}
            />
            <span aria-hidden="true">
              {typeof value === 'number' && stars <= value ? '★' : '☆'}
            </span>
          </label>
        );
      })}
    </div>
  );
}
