import { type ReactNode, useContext } from 'react';
import {
  type ControlKind,
  toControlKind,
  toOptions,
  toUploadKind,
} from '../form-schema/control-kind.ts';
import { toWidth } from '../form-schema/control-width.ts';
import { toHints } from '../form-schema/field-hints.ts';
import { FORM_DEFAULT, NULLABLE } from '../form-schema/form-keywords.ts';
import { ADDITIONAL_PROPERTY_FLAG, type FieldTemplateProps } from '../rjsf.ts';
import { isSame } from './choice-widget.tsx';
import { toElementId, toPartIds } from './element-ids.ts';
import { FieldNote } from './field-note.tsx';
import { useFormSettings } from './form-settings.ts';
import { isSensitive } from './is-sensitive.ts';
import { lazyWidget } from './lazy-widget.tsx';
import {
  AlternativeContext,
  AskedContext,
  type Cell,
  CellContext,
  ListContext,
} from './list-context.ts';
import { useEntryMap } from './map-context.ts';
import { EntryLabelContext, useLabel } from './use-label.ts';

/** The frame of a property whose name the person chooses. */
const Entry = lazyWidget(async () => (await import('./map-entry.tsx')).Entry);

/**
 * Draws the frame of a field: its label above, and its help and error below. Groups, lists and
 * unions draw their labels themselves.
 */
export function FieldTemplate(props: FieldTemplateProps): ReactNode {
  const { messages, title, origin, onUpload } = useFormSettings();
  const { schema, fieldPathId, rawErrors = [], hidden } = props;
  const drawn = onUpload === undefined ? toControlKind(schema) : toUploadKind(schema);
  const isSettled = props.required === true && isOnlyChoice(schema, props.formData);
  const id = toElementId(fieldPathId.$id);
  const ids = toPartIds(id);
  const { isTuple } = useContext(ListContext);
  // A row counts as required, because the person has added it.
  const isRow = typeof fieldPathId.path.at(-1) === 'number';
  const isEntry = ADDITIONAL_PROPERTY_FLAG in schema;
  const isNeeded = props.required === true || isRow || isEntry || fieldPathId.path.length === 0;
  const isAsked =
    drawn === 'switch' &&
    (toHints(schema).widget === 'radio' ||
      // Null is neither yes nor no, so a switch could not be given back.
      ((NULLABLE in schema || (isNeeded && !(FORM_DEFAULT in schema))) &&
        toHints(schema).widget !== 'switch'));
  const kind = isAsked ? 'radio' : drawn;
  // The form library puts words of its own into the label of a deprecated field.
  const fallback = schema['deprecated'] === true ? undefined : props.label;
  const source = { fallback, schema, path: fieldPathId.path, isTuple };
  const map = useEntryMap(fieldPathId.path);
  const label = useLabel(source) || title;
  const cell = useContext(CellContext);
  const isAlternative = useContext(AlternativeContext);
  if (isSettled && cell === undefined) return null;
  if (hidden === true) return <div hidden>{props.children}</div>;
  const children = (
    <EntryLabelContext.Provider value={isEntry ? label : undefined}>
      <AskedContext.Provider value={isAsked}>{props.children}</AskedContext.Provider>
    </EntryLabelContext.Provider>
  );
  const isUnion =
    ('anyOf' in schema || 'oneOf' in schema) && (kind === 'union' || kind === 'group');
  const errors = isUnion ? [] : rawErrors;
  const help = props.rawDescription;
  const warning = origin !== undefined && isSensitive(schema, toPropertyName(fieldPathId.path)) && (
    <p className="fw-warning" id={ids.warning}>
      {messages.secretWarning(origin)}
    </p>
  );
  if (cell !== undefined) {
    return (
      <CellField id={id} cell={cell} help={help} errors={errors}>
        {warning}
        {children}
      </CellField>
    );
  }
  const isRequired = props.required === true && !isRow && kind !== 'switch';
  const note = (
    <FieldNote
      schema={schema}
      isRequired={isRequired}
      isFixed={schema.readOnly === true && props.readonly}
    />
  );
  const field = (
    <FramedField
      {...{ kind, id, label, note, help, errors, warning, isAlternative }}
      isRoot={fieldPathId.path.length === 0}
    >
      {children}
    </FramedField>
  );
  return (
    <div
      className={`fw-field fw-field-${kind}`}
      data-fw-short={takesHalf(schema, drawn) || undefined}
      data-fw-width={toWidth(schema, drawn)}
    >
      {isEntry ? (
        <Entry {...props} map={map} label={label}>
          {field}
        </Entry>
      ) : (
        field
      )}
    </div>
  );
}

/** True for a field that needs at most half a line. */
function takesHalf(schema: FieldTemplateProps['schema'], kind: ControlKind): boolean {
  const { width } = toHints(schema);
  if (width !== undefined) return width === 'short' || width === 'medium';
  if (kind === 'text') return toWidth(schema, kind) !== 'full';
  return kind === 'number' || kind === 'date';
}

/** True for a constant that the data contain already, so that the person need not choose it. */
function isOnlyChoice(schema: FieldTemplateProps['schema'], value: unknown): boolean {
  const options = toOptions(schema);
  return options?.length === 1 && isSame(options[0]?.value, value);
}

/**
 * Returns the name of the property that holds a field's value, or that holds the list with the
 * value as an item.
 */
function toPropertyName(path: FieldTemplateProps['fieldPathId']['path']): string {
  return path.findLast((segment) => typeof segment === 'string') ?? '';
}

/** Draws a control with its label, its help and its errors. */
function FramedField(props: {
  readonly kind: ControlKind;
  readonly id: string;
  readonly label: string;
  readonly note: ReactNode;
  readonly help: string | undefined;
  readonly errors: readonly string[];
  readonly warning: ReactNode;
  /** True if only screen readers need the label, because a choice above says the same. */
  readonly isAlternative: boolean;
  /** True for the field of the whole data. */
  readonly isRoot: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { kind, id, label, note, help, errors, warning, isAlternative, isRoot, children } = props;
  const ids = toPartIds(id);
  return (
    <>
      {kind === 'group' || kind === 'list' ? (
        children
      ) : kind === 'union' ? (
        <UnionFrame label={label} note={note} isRoot={isRoot} help={help}>
          {children}
        </UnionFrame>
      ) : kind === 'switch' ? (
        <div className="fw-switch">
          {children}
          <label id={ids.label} htmlFor={id} data-fw-label={label}>
            {label}
            {note}
          </label>
        </div>
      ) : (
        <>
          <Label kind={kind} id={id} label={label} note={note} isHidden={isAlternative} />
          {warning}
          {children}
        </>
      )}
      {help !== undefined && help !== '' && !['group', 'list', 'union'].includes(kind) && (
        <p className="fw-help" id={ids.description}>
          {help}
        </p>
      )}
      {errors.length > 0 && (
        <div className="fw-error" id={ids.error}>
          {errors.map((error) => (
            <p key={error}>{error}</p>
          ))}
        </div>
      )}
    </>
  );
}

function Label({
  kind,
  id,
  label,
  note,
  isHidden,
}: {
  /** True if only screen readers need the label, because a choice above says the same. */
  readonly isHidden: boolean;
  readonly kind: string;
  readonly id: string;
  readonly label: string;
  readonly note: ReactNode;
}): ReactNode {
  const ids = toPartIds(id);
  const className = isHidden ? 'fw-hidden' : 'fw-label';
  const text = (
    <>
      {label}
      {note}
    </>
  );
  // A `label` element can belong to one control only, but several controls share this label.
  return kind === 'radio' || kind === 'choices' || kind === 'rating' ? (
    <div className={className} id={ids.label} data-fw-label={label}>
      {text}
    </div>
  ) : (
    <label className={className} id={ids.label} htmlFor={id} data-fw-label={label}>
      {text}
    </label>
  );
}

function UnionFrame({
  label,
  note,
  isRoot,
  help,
  children,
}: {
  readonly label: string;
  readonly note: ReactNode;
  readonly isRoot: boolean;
  readonly help: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  if (isRoot) return <div className="fw-group">{children}</div>;
  return (
    <fieldset className="fw-group">
      <legend>
        {label}
        {note}
      </legend>
      {help !== undefined && help !== '' && <p className="fw-help">{help}</p>}
      {children}
    </fieldset>
  );
}

/**
 * Draws a field in a cell of a table. Its label is visible only on narrow screens and for screen
 * readers.
 */
function CellField({
  id,
  cell,
  help,
  errors,
  children,
}: {
  readonly id: string;
  readonly cell: Cell;
  readonly help: string | undefined;
  readonly errors: readonly string[];
  readonly children: ReactNode;
}): ReactNode {
  const { messages } = useFormSettings();
  const ids = toPartIds(id);
  const label = messages.cell(cell.label, cell.row);
  return (
    <>
      <label className="fw-label fw-cell-label" id={ids.label} htmlFor={id} data-fw-label={label}>
        {cell.label}
        <span className="fw-hidden"> {cell.row}</span>
      </label>
      {children}
      {help !== undefined && help !== '' && (
        <span className="fw-help fw-cell-label" id={ids.description}>
          {help}
        </span>
      )}
      {errors.length > 0 && (
        <div className="fw-error" id={ids.error}>
          {errors.map((error) => (
            <p key={error}>{error}</p>
          ))}
        </div>
      )}
    </>
  );
}
