import { isRecord } from '@formwork/schema/json';
import { cloneElement, createContext, useContext, useEffect, type ReactNode } from 'react';
import { FOLDED, NEEDED } from '../form-schema/form-keywords.ts';
import type {
  CyclicSchemaExpandProps,
  ObjectFieldTemplateProps,
  OptionalDataControlsTemplateProps,
} from '../rjsf.ts';
import { findRoot } from '../text/shadow-root.ts';
import { toElementId, toPartIds } from './element-ids.ts';
import { FieldNote } from './field-note.tsx';
import { FoldedSections } from './folded-sections.tsx';
import { type FormSettings, useFormSettings } from './form-settings.ts';
import { AlternativeContext, ListContext } from './list-context.ts';
import { MapContext } from './map-context.ts';
import { leadsInto } from './sought-path.ts';
import { useLabel } from './use-label.ts';

const FoldingContext = createContext<{
  readonly id: string;
  readonly label: string;
}>({ id: '', label: '' });

/**
 * Draws a group of fields: as a fieldset, or as a button if it is an optional group that is folded.
 */
export function GroupTemplate(props: ObjectFieldTemplateProps): ReactNode {
  const { messages, sections } = useFormSettings();
  const { schema, fieldPathId, optionalDataControl, description } = props;
  const properties = useKeyedProperties(props);
  const path = fieldPathId.path.filter((name) => name !== 'XxxOf');
  const id = toElementId(fieldPathId.$id);
  const { isTuple } = useContext(ListContext);
  const isAlternative = useContext(AlternativeContext);
  const label = useLabel({ fallback: props.title, schema, path, isTuple });
  const control = optionalDataControl !== undefined && (
    <FoldingContext.Provider value={{ id, label }}>{optionalDataControl}</FoldingContext.Provider>
  );
  const isOpen = isRecord(schema.additionalProperties);
  if (properties.length === 0 && optionalDataControl !== undefined) {
    return <div className="fw-folded">{control}</div>;
  }
  if (
    properties.length === 0 &&
    !isOpen &&
    path.length > 0 &&
    'XxxOf' === fieldPathId.path.at(-1)
  ) {
    return null;
  }
  const inner = (
    <>
      {typeof description === 'string' && description !== '' && (
        <p className="fw-help">{description}</p>
      )}
      <AlternativeContext.Provider value={false}>
        {path.length === 0 && sections.length > 0 ? (
          <FoldedSections sections={sections} properties={properties} />
        ) : (
          <div className="fw-fields">{properties.map(({ content }) => content)}</div>
        )}
      </AlternativeContext.Provider>
      {isOpen && props.disabled !== true && props.readonly !== true && (
        <button type="button" className="fw-button" onClick={() => props.onAddProperty()}>
          {label === '' ? messages.addEntry : messages.addTo(label)}
        </button>
      )}
      {control}
    </>
  );
  if (path.length === 0) {
    return (
      <div className="fw-root" id={id} tabIndex={-1}>
        {inner}
      </div>
    );
  }
  if (isAlternative) {
    // The heading of the union and the chosen alternative above say what these fields are.
    return (
      <div className="fw-alternative" id={id} tabIndex={-1} role="group" aria-label={label}>
        {inner}
      </div>
    );
  }
  return (
    <fieldset className="fw-group" id={id} tabIndex={-1}>
      <legend id={toPartIds(id).label} data-fw-label={label}>
        {label}
        <FieldNote schema={schema} isRequired={props.required === true || NEEDED in schema} />
      </legend>
      {inner}
    </fieldset>
  );
}

/**
 * Returns the fields of a group; the entries of a map have keys of their own, because the form
 * library gives an entry another one when another is renamed.
 */
function useKeyedProperties({
  properties,
  schema,
}: ObjectFieldTemplateProps): ObjectFieldTemplateProps['properties'] {
  const map = useContext(MapContext);
  if (map === undefined || !isRecord(schema.additionalProperties)) return properties;
  return properties.map((property) => ({
    ...property,
    content: cloneElement(property.content, { key: map.toElementKey(property.name) }),
  }));
}

/**
 * Draws the buttons that add and remove an optional group, such as "Add shipping address"; of one
 * that is to be read only and has no values, that it has none.
 */
export function FoldingTemplate(props: OptionalDataControlsTemplateProps): ReactNode {
  const { messages, revealing } = useFormSettings();
  const { id, label } = useContext(FoldingContext);
  const { schema, onAddClick, onRemoveClick } = props;
  const press = (): void => {
    (onAddClick ?? onRemoveClick)?.();
    focusLater(revealing, id);
  };
  return onAddClick !== undefined ? (
    <button type="button" className="fw-button" id={id} onClick={press}>
      {messages.add(label)}
      <FieldNote schema={schema} isRequired={NEEDED in schema} />
    </button>
  ) : onRemoveClick === undefined ? (
    <div className="fw-field" id={id}>
      <span className="fw-label">{label}</span>
      {messages.none}
    </div>
  ) : (
    <button type="button" className="fw-button" onClick={press}>
      {messages.remove(label)}
    </button>
  );
}

/** Gives the focus of a pressed button, which is lost with it, to what is drawn in its place. */
function focusLater({ frame }: FormSettings['revealing'], id: string): void {
  setTimeout(() => findRoot(frame.current).getElementById(id)?.focus());
}

/**
 * Draws the button that opens a group which is drawn only on demand: within a group of the same
 * schema, or with values in a form with too many fields at once.
 */
export function RecursionTemplate(props: CyclicSchemaExpandProps): ReactNode {
  const { messages, revealing } = useFormSettings();
  const { name, schema, fieldPathId, onExpand } = props;
  const id = toElementId(fieldPathId.$id);
  const path = fieldPathId.path.filter((step) => step !== 'XxxOf');
  const label = useLabel({ fallback: name, schema, path });
  const isFull = FOLDED in schema;
  useEffect(() => {
    const reveal = (target: readonly string[]): void => {
      if (isFull && leadsInto(path, target)) onExpand(id);
    };
    revealing.lists.add(reveal);
    return () => void revealing.lists.delete(reveal);
  });
  const open = (): void => {
    onExpand(id);
    focusLater(revealing, id);
  };
  return (
    <div className="fw-folded">
      <button
        type="button"
        className="fw-button"
        id={id}
        aria-expanded={isFull ? false : undefined}
        onClick={open}
      >
        {isFull ? label : messages.add(label)}
      </button>
    </div>
  );
}
