import { type HTMLInputTypeAttribute, type ReactNode, useContext } from 'react';
import {
  type ControlKind,
  toControlKind,
  toOptions,
  toUploadKind,
} from '../form-schema/control-kind.ts';
import { toHints } from '../form-schema/field-hints.ts';
import { FORM_DEFAULT } from '../form-schema/form-keywords.ts';
import { humanizeName } from '../form-schema/humanize-name.ts';
import type { WidgetProps } from '../rjsf.ts';
import { fromLocalClock, fromLocalTime, toLocalClock, toLocalTime } from '../text/local-time.ts';
import { findDecimalMark } from '../text/read-number.ts';
import { canBeNone, ChoiceWidget, isSame, toYesNo, YesNoWidget } from './choice-widget.tsx';
import { describeWidget } from './describe-widget.ts';
import { toElementId } from './element-ids.ts';
import { useFormSettings } from './form-settings.ts';
import { lazyWidget } from './lazy-widget.tsx';
import { CellContext, AskedContext } from './list-context.ts';
import { TimeInput } from './time-input.tsx';
import { toEmpty } from './to-empty.ts';
import { EntryLabelContext } from './use-label.ts';

/** The controls that few forms have. */
const ColorWidget = lazyWidget(async () => (await import('./color-widget.tsx')).ColorWidget);
const DurationWidget = lazyWidget(
  async () => (await import('./duration-widget.tsx')).DurationWidget,
);
const FileWidget = lazyWidget(async () => (await import('./file-widget.tsx')).FileWidget);
const LongValue = lazyWidget(async () => (await import('./long-value.tsx')).LongValue);
const MomentWidget = lazyWidget(async () => (await import('./moment-widget.tsx')).MomentWidget);
const RatingWidget = lazyWidget(async () => (await import('./rating-widget.tsx')).RatingWidget);
const SliderWidget = lazyWidget(async () => (await import('./slider-widget.tsx')).SliderWidget);

const TYPES: Readonly<Partial<Record<ControlKind, HTMLInputTypeAttribute>>> = {
  date: 'date',
  'date-time': 'datetime-local',
  time: 'time',
  secret: 'password',
  email: 'email',
  url: 'url',
};

/** The kinds of control whose value has parts, such as a day and a month. */
const TIMES: ReadonlySet<ControlKind> = new Set(['date', 'date-time', 'time']);

/**
 * The maximum number of characters that a text control accepts; with more, every key press would
 * block the page.
 */
const MAX_TEXT = 20_000;

/** The kinds of control whose values are written from left to right in every language. */
const LEFT_TO_RIGHT: ReadonlySet<ControlKind> = new Set(['color', 'email', 'url']);

/** Draws the control of a field with a single value; the schema decides which control it is. */
export function FieldWidget(props: WidgetProps): ReactNode {
  const cell = useContext(CellContext);
  const isAsked = useContext(AskedContext);
  if (/__(?:one|any)of_select$/u.test(props.id)) return <UnionSelect {...props} />;
  const { onUpload } = useFormSettings();
  const kind = onUpload === undefined ? toControlKind(props.schema) : toUploadKind(props.schema);
  if (typeof props.value === 'string' && props.value.length > MAX_TEXT && isWritten(kind)) {
    return <LongValue {...props} value={props.value} />;
  }
  switch (kind) {
    case 'radio':
    case 'combobox':
      return cell === undefined ? <ChoiceWidget {...props} /> : <CellSelect {...props} />;
    case 'choices':
      return <ChoiceWidget {...props} />;
    case 'file':
    case 'files':
      return <FileWidget {...props} />;
    case 'switch':
      if (!isAsked) return <SwitchWidget {...props} />;
      return cell === undefined ? <YesNoWidget {...props} /> : <CellSelect {...props} />;
    case 'select':
      return <CellSelect {...props} />;
    case 'slider':
      return <SliderWidget {...props} />;
    case 'rating':
      return <RatingWidget {...props} />;
    case 'duration':
      return cell === undefined ? <DurationWidget {...props} /> : <InputWidget {...props} />;
    case 'date-time':
    case 'time':
      return cell === undefined ? <MomentWidget {...props} /> : <InputWidget {...props} />;
    case 'long-text':
      return <LongTextWidget {...props} />;
    case 'color':
      return (
        <div className="fw-color">
          <InputWidget {...props} />
          <ColorWidget {...props} />
        </div>
      );
    case 'editor':
    case 'union':
    case 'group':
    case 'list':
    case 'date':
    case 'secret':
    case 'number':
    case 'email':
    case 'url':
    case 'text':
      return isLong(props.value) ? <LongTextWidget {...props} /> : <InputWidget {...props} />;
  }
}

const UNWRITTEN: ReadonlySet<ControlKind> = new Set([
  'radio',
  'combobox',
  'select',
  'choices',
  'file',
  'files',
  'switch',
]);

/** True for a kind of control that shows the value as text. */
function isWritten(kind: ControlKind): boolean {
  return !UNWRITTEN.has(kind);
}

/**
 * Draws a control of one line for a text, a number or a day.
 *
 * @public The build of the page for hosts of MCP uses it in place of other controls.
 */
export function InputWidget(props: WidgetProps): ReactNode {
  const { schema, value, onChange, disabled, readonly } = props;
  const kind = toControlKind(schema);
  const isWhole = [schema.type].flat().includes('integer');
  const { language } = useFormSettings().messages;
  const { label: _label, ...described } = describeWidget(props);
  const Input = TIMES.has(kind) ? TimeInput : 'input';
  const { placeholder, unit } = toHints(schema);
  const preset = schema[FORM_DEFAULT];
  const input = (
    <Input
      {...described}
      placeholder={
        placeholder ?? (kind === 'number' && typeof preset === 'number' ? write(preset) : undefined)
      }
      className="fw-input"
      type={TYPES[kind] ?? 'text'}
      inputMode={kind === 'number' ? (isWhole ? 'numeric' : 'decimal') : undefined}
      // Browsers must not fill in secrets.
      autoComplete={kind === 'secret' ? 'off' : undefined}
      step={kind === 'date-time' || kind === 'time' ? 1 : undefined}
      dir={kind === 'text' ? 'auto' : LEFT_TO_RIGHT.has(kind) ? 'ltr' : undefined}
      value={typeof value === 'number' ? write(value) : toControlText(kind, value)}
      required={false}
      aria-required={props.required === true || undefined}
      disabled={disabled === true}
      readOnly={readonly === true}
      onChange={({ target }) => onChange(fromControlText(kind, target.value, schema))}
    />
  );
  if (unit === undefined || kind !== 'number') return input;
  return (
    <div className="fw-with-unit">
      {input}
      <span className="fw-unit">{unit}</span>
    </div>
  );

  function write(number: number): string {
    return String(number).replace('.', findDecimalMark(language));
  }
}

function LongTextWidget(props: WidgetProps): ReactNode {
  const { value, onChange, schema, disabled, readonly } = props;
  const { widget, placeholder } = toHints(schema);
  const { label: _label, ...described } = describeWidget(props);
  return (
    <textarea
      {...described}
      className={widget === 'code' ? 'fw-input fw-json' : 'fw-input'}
      rows={widget === 'code' ? 10 : 4}
      dir={widget === 'code' ? 'ltr' : 'auto'}
      spellCheck={widget === 'code' ? false : undefined}
      placeholder={placeholder}
      value={toControlText('text', value)}
      aria-required={props.required === true || undefined}
      disabled={disabled === true}
      readOnly={readonly === true}
      onChange={({ target }) => onChange(target.value === '' ? toEmpty(schema) : target.value)}
    />
  );
}

function SwitchWidget(props: WidgetProps): ReactNode {
  const { value, onChange, disabled, readonly } = props;
  const { label: _label, ...described } = describeWidget(props);
  return (
    <input
      {...described}
      type="checkbox"
      role="switch"
      checked={value === true}
      disabled={disabled === true || readonly === true}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

/** True for a text with line breaks, which a control of one line would remove. */
function isLong(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\n');
}

function toControlText(kind: ControlKind, value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (kind === 'date-time') return toLocalTime(text);
  return kind === 'time' ? toLocalClock(text) : text;
}

function fromControlText(kind: ControlKind, text: string, schema: WidgetProps['schema']): unknown {
  if (text === '') return toEmpty(schema);
  if (kind === 'date-time') return fromLocalTime(text);
  return kind === 'time' ? fromLocalClock(text) : text;
}

/** Draws the control for fixed choices in a cell of a table: a select of one line. */
function CellSelect(props: WidgetProps): ReactNode {
  const { messages } = useFormSettings();
  const { schema, value, onChange, required, disabled, readonly } = props;
  const options = toOptions(schema) ?? toYesNo(schema, messages);
  // What is not given is none as well, unless it must be given.
  const shown = value === undefined && required !== true ? toEmpty(schema) : value;
  const at = options.findIndex((option) => isSame(option.value, shown));
  const { label: _label, ...described } = describeWidget(props);
  const isOptional = canBeNone(props, options);
  return (
    <select
      {...described}
      className="fw-input"
      value={at}
      aria-required={required === true || undefined}
      disabled={disabled === true || readonly === true}
      onChange={({ target }) => {
        const option = options[Number(target.value)];
        onChange(option === undefined ? toEmpty(schema) : option.value);
      }}
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

/** Draws the select by which a person chooses an alternative of a `oneOf` or `anyOf`. */
function UnionSelect(props: WidgetProps): ReactNode {
  const { messages, title } = useFormSettings();
  const { options, value, onChange, disabled, readonly } = props;
  const id = toElementId(props.id);
  const entry = useContext(EntryLabelContext);
  const label = entry ?? (humanizeName(props.label.replace(/-\d+$/u, '')) || title);
  const choices = options.enumOptions ?? [];
  return (
    <div className="fw-field fw-alternatives">
      <label className="fw-hidden" htmlFor={id}>
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
