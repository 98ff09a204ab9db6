import { isRecord } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';
import { useContext, useMemo, useState, type ReactNode } from 'react';
import { followReferences } from '../form-schema/form-keywords.ts';
import { DefaultObjectField, REMOVED, type FieldPathList, type FieldProps } from '../rjsf.ts';
import { MapContext, type MapState } from './map-context.ts';

/** An entry that the person has added and not named yet; it is drawn, but not part of the data. */
interface Draft {
  /** The temporary name that the form library has given the entry. */
  readonly key: string;
  readonly value: unknown;
}

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

  function changeEntry(draftNow: Draft, inner: FieldPathList, value: unknown): void {
    const isRemoved = inner.length === 0 && value === REMOVED;
    setDraft(isRemoved ? undefined : { ...draftNow, value: setAt(draftNow.value, inner, value) });
  }

  /** Handles a change of the names in a map, after an entry was added, removed or renamed. */
  function changeNames(next: JsonSchema, at: FieldPathList): void {
    const own = toRecord(data);
    if (draft !== undefined && !Object.hasOwn(next, draft.key)) {
      setDraft(undefined);
      const entries = Object.entries(next).map(([name, value]) => [
        name,
        Object.hasOwn(own, name) ? value : (draft.value ?? toEmpty()),
      ]);
      onChange(Object.fromEntries(entries), at);
      return;
    }
    const names = Object.keys(next).filter((name) => name !== draft?.key);
    const added = names.find((name) => !Object.hasOwn(own, name));
    if (added === undefined || names.length === Object.keys(own).length) {
      onChange(Object.fromEntries(names.map((name) => [name, next[name]])), at);
    } else if (draft === undefined) {
      // Only one entry at a time may lack a name.
      setDraft({ key: added, value: registry.schemaUtils.getDefaultFormState(entry) });
    }
  }

  const change: FieldProps['onChange'] = (value, at, ...rest) => {
    const inner = at.slice(path.length);
    if (inner.length === 0 && isRecord(value)) changeNames(value, at);
    else if (draft !== undefined && inner[0] === draft.key) {
      changeEntry(draft, inner.slice(1), value);
    } else onChange(value, at, ...rest);
  };

  /**
   * Returns the value of an entry that has a name and was left empty: `''` for a text, else `null`.
   */
  function toEmpty(): unknown {
    const { type } = followReferences(entry, registry.rootSchema) ?? entry;
    return [type].flat().includes('string') ? '' : null;
  }

  const state: MapState = {
    path,
    names: Object.keys(toRecord(data)),
    draft: draft?.key,
    errors: props.errorSchema,
    outer,
    keepKey() {
      if (draft === undefined) return;
      setDraft(undefined);
      onChange({ ...toRecord(data), [draft.key]: draft.value ?? toEmpty() }, path);
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

function toRecord(value: unknown): JsonSchema {
  return isRecord(value) ? value : {};
}
