import type { ReactNode } from 'react';
import type { WidgetProps } from '../rjsf.ts';
import { formatNumber } from '../text/format-number.ts';
import { canBeNone } from './choice-widget.tsx';
import { describeWidget } from './describe-widget.ts';
import { useFormSettings } from './form-settings.ts';
import { toEmpty } from './to-empty.ts';

/**
 * Draws a rating in stars: radio buttons from the least to the most, and beside them a button that
 * takes back a rating which need not be given.
 */
export function RatingWidget(props: WidgetProps): ReactNode {
  const { schema, value, onChange, required, disabled, readonly } = props;
  const { messages } = useFormSettings();
  const { label, ...described } = describeWidget(props);
  const { minimum = 1, maximum = 5 } = schema;
  const least = Math.max(1, minimum);
  const all = Array.from({ length: maximum - least + 1 }, (_star, at) => least + at);
  const isFixed = disabled === true || readonly === true;
  const write = (number: number): string => formatNumber(number, messages.language);
  return (
    <div className="fw-moment">
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
                disabled={isFixed}
                onChange={() => onChange(stars)}
              />
              <span aria-hidden="true">
                {typeof value === 'number' && stars <= value ? '★' : '☆'}
              </span>
            </label>
          );
        })}
      </div>
      {typeof value === 'number' && !isFixed && canBeNone(props, []) && (
        <button
          type="button"
          className="fw-button fw-small"
          aria-describedby={label}
          onClick={({ currentTarget }) => {
            // The button goes, and the focus would go with it.
            currentTarget.parentElement?.querySelector('input')?.focus();
            onChange(toEmpty(schema));
          }}
        >
          {messages.none}
        </button>
      )}
    </div>
  );
}
