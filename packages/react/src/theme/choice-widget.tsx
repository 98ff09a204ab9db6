import { isRecord, toList } from '@formwork/schema/json';
import type { ReactNode } from 'react';
import { toControlKind, toOptions } from '../form-schema/control-kind.ts';
import { NULLABLE } from '../form-schema/form-keywords.ts';
import type { Messages } from '../messages/messages.ts';
import type { WidgetProps } from '../rjsf.ts';
import type { Choice } from './combobox.tsx';
import { describeWidget } from './describe-widget.ts';
import { useFormSettings } from './form-settings.ts';
import { lazyWidget } from './lazy-widget.tsx';
import { toEmpty } from './to-empty.ts';

/** The control for many choices. */
const Combobox = lazyWidget(async () => (await import('./combobox.tsx')).Combobox);

/**
 * Draws the control for fixed choices: radio buttons for a few, a combobox for many, and checkboxes
 * where several can be chosen.
 */
export function ChoiceWidget(props: WidgetProps): ReactNode {
  const { messages } = useFormSettings();
  const { schema, value, onChange, required } = props;
  const kind = toControlKind(schema);
  const source = kind === 'choices' ? schema.items : schema;
  const listed = isRecord(source) ? (toOptions(source) ?? []) : [];
  const choices = listed.map((option) => ({ ...option, label: option.label ?? messages.none }));
  if (kind === 'choices') return <Checkboxes {...props} choices={choices} />;
  const hasNone = canBeNone(props, choices);
  if (kind === 'radio') {
    const none = { value: toEmpty(schema), label: messages.none };
    return <Radios {...props} choices={hasNone ? [...choices, none] : choices} />;
  }
  const { label: _label, ...described } = describeWidget(props);
  return (
    <Combobox
      {...described}
      choices={choices}
      value={value}
      isRequired={required === true}
      isDisabled={props.disabled === true || props.readonly === true}
      onChange={onChange}
      onEmpty={hasNone ? () => onChange(toEmpty(schema)) : undefined}
    />
  );
}

/**
 * True if a control for fixed choices needs one more for none: the value may be left out or null,
 * and null is not among the choices.
 */
export function canBeNone(
  { schema, required }: Pick<WidgetProps, 'schema' | 'required'>,
  choices: readonly { readonly value: unknown }[],
): boolean {
  const isListed = choices.some(({ value }) => value === null);
  return !isListed && (required !== true || NULLABLE in schema);
}

/** Draws the control for a required yes or no, in which neither is chosen at first. */
export function YesNoWidget(props: WidgetProps): ReactNode {
  return <Radios {...props} choices={toYesNo(props.schema, useFormSettings().messages)} />;
}

/** Lists the choices of a yes or no, with a third one for `null` if the schema allows it. */
export function toYesNo(schema: WidgetProps['schema'], messages: Messages): readonly Choice[] {
  const choices = [
    { value: true, label: messages.result.yes },
    { value: false, label: messages.result.no },
  ];
  return NULLABLE in schema ? [...choices, { value: null, label: messages.none }] : choices;
}

type ChoicesProps = WidgetProps & { readonly choices: readonly Choice[] };

function Radios(props: ChoicesProps): ReactNode {
  const { choices, schema, onChange, required, disabled, readonly } = props;
  const { label, ...described } = describeWidget(props);
  // What is not given is none as well, unless it must be given.
  const value = props.value === undefined && required !== true ? toEmpty(schema) : props.value;
  return (
    <div
      {...described}
      className="fw-cards"
      role="radiogroup"
      tabIndex={-1}
      aria-labelledby={label}
      aria-required={required === true || undefined}
    >
      {choices.map((choice, position) => (
        <label key={toKey(choice.value)} className="fw-card">
          <input
            type="radio"
            name={described.id}
            value={position}
            checked={isSame(choice.value, value)}
            disabled={disabled === true || readonly === true}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}

function Checkboxes(props: ChoicesProps): ReactNode {
  const { choices, value, onChange, disabled, readonly } = props;
  const { label, 'aria-invalid': _invalid, ...described } = describeWidget(props);
  const chosen = toList(value);
  return (
    <div {...described} className="fw-cards" role="group" tabIndex={-1} aria-labelledby={label}>
      {choices.map((choice) => (
        <label key={toKey(choice.value)} className="fw-card">
          <input
            type="checkbox"
            aria-invalid={_invalid}
            checked={chosen.some((item) => isSame(item, choice.value))}
            disabled={disabled === true || readonly === true}
            onChange={({ target }) => {
              const otherValues = chosen.filter((item) => !isSame(item, choice.value));
              onChange(target.checked ? [...otherValues, choice.value] : otherValues);
            }}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}

/** True if both values are equal as JSON. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || toKey(a) === toKey(b);
}

function toKey(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}
