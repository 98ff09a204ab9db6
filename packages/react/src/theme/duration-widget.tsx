import { useState, type ReactNode } from 'react';
import type { WidgetProps } from '../rjsf.ts';
import { readNumber } from '../text/read-number.ts';
import { describeWidget } from './describe-widget.ts';
import {
  type DurationPart,
  fromParts,
  toParts,
  UNITS,
  type DurationUnit,
} from './duration-parts.ts';
import { useFormSettings } from './form-settings.ts';
import { toEmpty } from './to-empty.ts';

/**
 * Draws the control for a duration: a number with its unit, and a further one on demand, such as 1
 * hour and 30 minutes. A text that is no duration is shown as it is.
 */
export function DurationWidget(props: WidgetProps): ReactNode {
  const { schema, value, onChange, disabled, readonly } = props;
  const { messages } = useFormSettings();
  const { language } = messages;
  const { label: _label, ...described } = describeWidget(props);
  const text = typeof value === 'string' ? value : '';
  const [typed, setTyped] = useState<{
    /** The parts as they are typed; `undefined` while the duration is typed as one text. */
    readonly parts: readonly DurationPart[] | undefined;
    readonly text: string;
  }>();
  const isFixed = disabled === true || readonly === true;
  const parts = typed?.text === text ? typed.parts : toParts(text);

  function write(written: string, next?: readonly DurationPart[]): void {
    setTyped({ parts: next, text: written });
    onChange(written === '' ? toEmpty(schema) : written);
  }

  // What is typed stays on the page: a mark that is taken away would make 15 of 1.5.
  function change(next: readonly DurationPart[]): void {
    const read = next.map((part) => ({ ...part, amount: toAmount(part.amount, language) }));
    write(fromParts(read), next);
  }

  function set(position: number, part: Partial<DurationPart>): void {
    change((parts ?? []).map((entry, at) => (at === position ? { ...entry, ...part } : entry)));
  }

  if (parts === undefined) {
    return (
      <input
        {...described}
        className="fw-input"
        dir="ltr"
        value={text}
        disabled={disabled === true}
        readOnly={readonly === true}
        onChange={({ target }) => write(target.value)}
      />
    );
  }
  const isFree = (name: DurationUnit): boolean => parts.every(({ unit }) => unit !== name);
  const after = UNITS.indexOf(parts.at(-1)?.unit ?? 'second');
  const next = UNITS.find((name, position) => position > after && isFree(name));
  return (
    <div className="fw-moment">
      {parts.map(({ amount, unit }, position) => (
        <span key={position} className="fw-moment">
          <input
            {...(position === 0 ? described : { 'aria-label': toUnitName(unit, language) })}
            className="fw-input fw-amount"
            inputMode="numeric"
            value={amount}
            aria-required={(position === 0 && props.required === true) || undefined}
            disabled={disabled === true}
            readOnly={readonly === true}
            onChange={({ target }) => set(position, { amount: target.value })}
          />
          <select
            className="fw-input"
            aria-label={messages.unit}
            value={unit}
            disabled={isFixed}
            onChange={({ target }) => {
              const chosen = UNITS.find((name) => name === target.value) ?? unit;
              set(position, { unit: chosen });
            }}
          >
            {UNITS.filter((name) => name === unit || isFree(name)).map((name) => (
              <option key={name} value={name}>
                {toUnitName(name, language)}
              </option>
            ))}
          </select>
        </span>
      ))}
      {!isFixed && next !== undefined && text !== '' && (
        <button
          type="button"
          className="fw-button fw-icon"
          aria-label={messages.addUnit}
          title={messages.addUnit}
          onClick={() => change([...parts, { amount: '', unit: next }])}
        >
          <span aria-hidden="true">+</span>
        </button>
      )}
    </div>
  );
}

/** Reads an amount as a number writes it in JSON; a text that is no number stays as it is. */
function toAmount(typed: string, language: string): string {
  const reading = readNumber(typed, { language, isWhole: true });
  return reading.kind === 'number' && reading.value >= 0 ? String(reading.value) : typed;
}

/** Returns the name of a unit in a language, such as "minutes". */
function toUnitName(unit: DurationUnit, language: string): string {
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const;
  const parts = new Intl.NumberFormat(language, options).formatToParts(5);
  return parts.find(({ type }) => type === 'unit')?.value ?? unit;
}
