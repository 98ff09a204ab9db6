import { useContext, type HTMLInputTypeAttribute, type ReactNode } from 'react';
import { NULLABLE } from '../form-schema/form-keywords.ts';
import { CellContext } from '../list/cell-context.ts';
import { CellSelect } from '../list/cell-select.tsx';
import type { WidgetProps } from '../rjsf.ts';
import { AskedContext } from './asked-context.ts';
import { ChoiceWidget, YesNoWidget } from './choice-widget.tsx';
import { toControlKind, toUploadKind, type ControlKind } from './control-kind.ts';
import { findDecimalMark } from '../text/read-number.ts';
import { describeWidget } from './describe-widget.ts';
import { FileWidget } from './file-widget.tsx';
import { KeptText } from './kept-text.tsx';
import { useFormSettings } from './form-settings.ts';
import { fromLocalClock, fromLocalTime, toLocalClock, toLocalTime } from './local-time.ts';
import { toLabel } from './to-label.ts';
import { UnionSelect } from './union-select.tsx';

const TYPES: Readonly<Partial<Record<ControlKind, HTMLInputTypeAttribute>>> = {
  date: 'date',
  'date-time': 'datetime-local',
  time: 'time',
  secret: 'password',
  email: 'email',
  url: 'url',
};

/** Characters that a control takes: with more, every key would stop the page. */
const MAX_TEXT = 20_000;

/** Values that read from left to right in every language. */
const LEFT_TO_RIGHT: ReadonlySet<ControlKind> = new Set(['color', 'email', 'url']);

/** The control of any field with a value of its own. */
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
    case 'long-text':
      return <LongTextWidget {...props} />;
    case 'color':
      return <ColorWidget {...props} />;
    case 'editor':
    case 'union':
    case 'group':
    case 'list':
    case 'date':
    case 'date-time':
    case 'time':
    case 'secret':
    case 'number':
    case 'email':
    case 'url':
    case 'text':
      return isLong(props.value) ? <LongTextWidget {...props} /> : <InputWidget {...props} />;
  }
}

/** True for controls that show a value as text. */
function isWritten(kind: ControlKind): boolean {
  return !['radio', 'combobox', 'choices', 'file', 'files', 'switch'].includes(kind);
}

function LongValue(props: WidgetProps & { readonly value: string }): ReactNode {
  const { schema, value, onChange, disabled, readonly } = props;
  const { label: _label, ...described } = describeWidget(props);
  const isFixed = disabled === true || readonly === true;
  const remove = (): void => onChange(toEmpty(schema));
  const label = toLabel({ given: props.label, schema, path: [] }, useFormSettings().messages);
  return (
    <KeptText
      {...described}
      text={toControlKind(schema) === 'secret' ? '' : value}
      label={label}
      onRemove={isFixed ? undefined : remove}
    />
  );
}

function InputWidget(props: WidgetProps): ReactNode {
  const { schema, value, onChange, disabled, readonly } = props;
  const kind = toControlKind(schema);
  const isWhole = [schema.type].flat().includes('integer');
  const { language } = useFormSettings().messages;
  const { label: _label, ...described } = describeWidget(props);
  return (
    <input
      {...described}
      className="fw-input"
      type={TYPES[kind] ?? 'text'}
      inputMode={kind === 'number' ? (isWhole ? 'numeric' : 'decimal') : undefined}
      // A sign can only be typed where the keyboard has one; browsers show it for "text".
      autoComplete={kind === 'secret' ? 'off' : undefined}
      step={kind === 'date-time' || kind === 'time' ? 1 : undefined}
      dir={kind === 'text' ? 'auto' : LEFT_TO_RIGHT.has(kind) ? 'ltr' : undefined}
      value={
        typeof value === 'number'
          ? String(value).replace('.', findDecimalMark(language))
          : toShown(kind, value)
      }
      required={false}
      aria-required={props.required === true || undefined}
      disabled={disabled === true}
      readOnly={readonly === true}
      onChange={({ target }) => onChange(fromShown(kind, target.value, schema))}
    />
  );
}

function LongTextWidget(props: WidgetProps): ReactNode {
  const { value, onChange, schema, disabled, readonly } = props;
  const { label: _label, ...described } = describeWidget(props);
  return (
    <textarea
      {...described}
      className="fw-input"
      rows={5}
      dir="auto"
      value={toShown('text', value)}
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

function ColorWidget(props: WidgetProps): ReactNode {
  const { messages } = useFormSettings();
  const { value, onChange, disabled, readonly } = props;
  const isFixed = disabled === true || readonly === true;
  const isColor = typeof value === 'string' && /^#[\da-f]{6}$/iu.test(value);
  return (
    <div className="fw-color">
      <InputWidget {...props} />
      <input
        type="color"
        aria-label={messages.pickColor}
        // The browser shows a colour even for none: it is covered then.
        value={isColor ? value : '#808080'}
        data-fw-unset={!isColor || undefined}
        disabled={isFixed}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

/** An input of one line would take line breaks out of a text as soon as it is changed. */
function isLong(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\n');
}

function toShown(kind: ControlKind, value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (kind === 'date-time') return toLocalTime(text);
  return kind === 'time' ? toLocalClock(text) : text;
}

function fromShown(kind: ControlKind, text: string, schema: WidgetProps['schema']): unknown {
  if (text === '') return toEmpty(schema);
  if (kind === 'date-time') return fromLocalTime(text);
  return kind === 'time' ? fromLocalClock(text) : text;
}

/** What an empty field means: nothing, or `null` where the schema has a word for it. */
function toEmpty(schema: WidgetProps['schema']): unknown {
  return NULLABLE in schema ? null : undefined;
}
