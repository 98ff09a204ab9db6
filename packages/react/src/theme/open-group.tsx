import { isRecord, toRecord } from '@formwork/schema/json';
import type { JsonSchema } from '@formwork/schema';
import { useContext, useMemo, useRef, useState, type ReactNode } from 'react';
import { toOptions } from '../form-schema/control-kind.ts';
import { followReferences } from '../form-schema/form-keywords.ts';
import {
  ADDITIONAL_PROPERTY_FLAG,
  DefaultObjectField,
  REMOVED,
  type FieldPathList,
  type FieldProps,
} from '../rjsf.ts';
import { MapContext, type MapState } from './map-context.ts';

/** An entry that the person has added and not named yet; it is drawn, but not part of the data. */
interface Draft {
  /** The temporary name that the form library has given the entry. */
  readonly key: string;
  readonly value: unknown;
}

let lastKey = 0;

/** Draws an object whose property names the person chooses, with the schema of an entry. */
export function OpenGroup({
  entry,
  ...props
}: FieldProps & { readonly entry: JsonSchema }): ReactNode {
  const { onChange, registry } = props;
  const { path } = props.childFieldPathId ?? props.fieldPathId;
  const outer = useContext(MapContext);
  const [draft, setDraft] = useState<Draft>();
  const data: unknown = props.formData;
  const shown = useMemo(
    () => (draft === undefined ? data : { ...toRecord(data), [draft.key]: draft.value }),
    [data, draft],
  );
  // The library keeps the handlers of a field that looks the same, so they read the newest values here.
  const now = useRef({ data, draft, onChange });
  now.current = { data, draft, onChange };

  /** The React key of each entry, by its name. */
  const elementKeys = useRef(new Map<string, number>());

  function toElementKey(name: string): number {
    const known = elementKeys.current.get(name);
    const key = known ?? (lastKey += 1);
    elementKeys.current.set(name, key);
    return key;
  }

  /**
   * Moves the key of an entry to its new name: drawn anew, an entry would lose an inner one without
   * a name, or JSON that cannot be read yet.
   */
  function moveKey(before: string, name: string | undefined): void {
    const key = elementKeys.current.get(before);
    if (name === undefined || key === undefined) return;
    elementKeys.current.delete(before);
    elementKeys.current.set(name, key);
  }

  function keepDraft(next: Draft | undefined): void {
    now.current = { ...now.current, draft: next };
    setDraft(next);
  }

  function report(...change: Parameters<FieldProps['onChange']>): void {
    now.current.onChange(...change);
  }

  function changeEntry(draftNow: Draft, inner: FieldPathList, value: unknown): void {
    const isRemoved = inner.length === 0 && value === REMOVED;
    keepDraft(isRemoved ? undefined : { ...draftNow, value: setAt(draftNow.value, inner, value) });
  }

  /** Handles a change of the names in a map, after an entry was added, removed or renamed. */
  function changeNames(next: JsonSchema, at: FieldPathList): void {
    const known = now.current.draft;
    const own = toRecord(now.current.data);
    if (known !== undefined && !Object.hasOwn(next, known.key)) {
      moveKey(
        known.key,
        Object.keys(next).find((name) => !Object.hasOwn(own, name)),
      );
      keepDraft(undefined);
      const entries = Object.entries(next).map(([name, value]) => [
        name,
        Object.hasOwn(own, name) ? value : (known.value ?? toEmpty()),
      ]);
      report(Object.fromEntries(entries), at);
      return;
    }
    const names = Object.keys(next).filter((name) => name !== known?.key);
    const added = names.find((name) => !Object.hasOwn(own, name));
    if (added === undefined || names.length === Object.keys(own).length) {
      const renamed = Object.keys(own).find((name) => !Object.hasOwn(next, name));
      if (renamed !== undefined) moveKey(renamed, added);
      report(Object.fromEntries(names.map((name) => [name, next[name]])), at);
    } else if (known === undefined) {
      // Only one entry at a time may lack a name.
      keepDraft({ key: added, value: registry.schemaUtils.getDefaultFormState(entry) });
    }
  }

  const change: FieldProps['onChange'] = (given, at, ...rest) => {
    const { draft: known } = now.current;
    const inner = at.slice(path.length);
    const isEntry = inner.length === 1;
    // The library makes a text of an emptied value, and leaves a group behind an emptied map.
    const value = isEntry && given === '' ? toEmpty() : given;
    if (inner.length === 0 && isRecord(value)) changeNames(value, at);
    else if (known !== undefined && inner[0] === known.key) {
      changeEntry(known, inner.slice(1), value);
    } else if (isEntry && value === REMOVED && canLeaveOut()) report(undefined, path);
    else report(value, at, ...rest);
  };

  /**
   * Returns the value of an entry that has a name and was left empty: `''` for a text, else `null`.
   */
  function toEmpty(): unknown {
    const schema = followReferences(entry, registry.rootSchema) ?? entry;
    return schema['type'] === 'string' && toOptions(schema) === undefined ? '' : null;
  }

  /** True if a map that loses an entry has no other and need not be given. */
  function canLeaveOut(): boolean {
    const own = Object.values(props.schema.properties ?? {});
    const isMap = own.every((one) => isRecord(one) && ADDITIONAL_PROPERTY_FLAG in one);
    // Rows and entries are there as long as the person keeps them.
    const isInner = typeof path.at(-1) !== 'string' || ADDITIONAL_PROPERTY_FLAG in props.schema;
    const isFree = props.required !== true && isMap && !isInner;
    return isFree && Object.keys(toRecord(now.current.data)).length === 1;
  }

  const state: MapState = {
    path,
    names: Object.keys(toRecord(data)),
    draft: draft?.key,
    errors: props.errorSchema,
    outer,
    toElementKey,
    keepKey() {
      const { draft: known } = now.current;
      if (known === undefined) return;
      keepDraft(undefined);
      report({ ...toRecord(now.current.data), [known.key]: known.value ?? toEmpty() }, path);
    },
  };
  return (
    <MapContext.Provider value={state}>
      <DefaultObjectField {...props} formData={shown} onChange={change} />
    </MapContext.Provider>
  );
}

/** Copies a value and replaces the value at a path within it. */
function setAt(value: unknown, path: FieldPathList, inner: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return inner;
  if (Array.isArray(value)) {
    return Object.assign([...value], { [name]: setAt(value[Number(name)], rest, inner) });
  }
  const { [name]: old, ...others } = toRecord(value);
  return inner === REMOVED && rest.length === 0
    ? others
    : { ...toRecord(value), [name]: setAt(old, rest, inner) };
}
