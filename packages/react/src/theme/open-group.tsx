import type { JsonSchema } from '@formwork/schema';
import { isRecord, toRecord } from '@formwork/schema/json';
import { useContext, useMemo, useState, type ReactNode } from 'react';
import { toOptions } from '../form-schema/control-kind.ts';
import { resolveSchema } from '../form-schema/form-keywords.ts';
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
  const { path } = props.childFieldPathId ?? props.fieldPathId;
  const outer = useContext(MapContext);
  const [draft, setDraft] = useState<Draft>();
  const [entries] = useState(() => new OpenEntries(setDraft));
  // The library keeps the handlers of a field that looks the same, so they read the newest values
  // there.
  entries.now = { entry, path, props, draft };
  const data: unknown = props.formData;
  const shown = useMemo(
    () => (draft === undefined ? data : { ...toRecord(data), [draft.key]: draft.value }),
    [data, draft],
  );
  const state: MapState = {
    path,
    names: Object.keys(toRecord(data)),
    draft: draft?.key,
    errors: props.errorSchema,
    outer,
    toElementKey: entries.toElementKey,
    keepKey: entries.keepKey,
  };
  return (
    <MapContext.Provider value={state}>
      <DefaultObjectField {...props} formData={shown} onChange={entries.change} />
    </MapContext.Provider>
  );
}

/** The entries of a map: their React keys, and the one that has no name yet. */
class OpenEntries {
  /** The map as it is drawn now, which is set before anything is called. */
  now!: {
    readonly entry: JsonSchema;
    readonly path: FieldPathList;
    readonly props: FieldProps;
    readonly draft: Draft | undefined;
  };
  readonly #onDraft: (draft: Draft | undefined) => void;
  /** The React key of each entry, by its name. */
  readonly #keys = new Map<string, number>();

  constructor(onDraft: (draft: Draft | undefined) => void) {
    this.#onDraft = onDraft;
  }

  readonly toElementKey = (name: string): number => {
    const key = this.#keys.get(name) ?? (lastKey += 1);
    this.#keys.set(name, key);
    return key;
  };

  /** Keeps the temporary name of the entry without a name as its own. */
  readonly keepKey = (): void => {
    const { draft, path, props } = this.now;
    if (draft === undefined) return;
    this.#keepDraft(undefined);
    const value = draft.value ?? this.#toEmpty();
    props.onChange({ ...toRecord(props.formData), [draft.key]: value }, path);
  };

  /** Handles every change that the form library reports of the map. */
  readonly change: FieldProps['onChange'] = (reported, at, ...rest) => {
    const { draft, path, props } = this.now;
    const inner = at.slice(path.length);
    const isEntry = inner.length === 1;
    // The library makes a text of an emptied value, and leaves a group behind an emptied map.
    const value = isEntry && reported === '' ? this.#toEmpty() : reported;
    if (inner.length === 0 && isRecord(value)) this.#changeNames(value, at);
    else if (draft !== undefined && inner[0] === draft.key) {
      this.#changeDraft(draft, inner.slice(1), value);
    } else if (isEntry && value === REMOVED && this.#canLeaveOut()) props.onChange(undefined, path);
    else props.onChange(value, at, ...rest);
  };

  #keepDraft(draft: Draft | undefined): void {
    this.now = { ...this.now, draft };
    this.#onDraft(draft);
  }

  #changeDraft(draft: Draft, inner: FieldPathList, value: unknown): void {
    const isRemoved = inner.length === 0 && value === REMOVED;
    this.#keepDraft(isRemoved ? undefined : { ...draft, value: setAt(draft.value, inner, value) });
  }

  /** Handles a change of the names in a map, after an entry was added, removed or renamed. */
  #changeNames(next: JsonSchema, at: FieldPathList): void {
    const { draft, entry, props } = this.now;
    const before = toRecord(props.formData);
    const names = Object.keys(next).filter((name) => name !== draft?.key);
    const added = names.find((name) => !Object.hasOwn(before, name));
    if (draft !== undefined && !Object.hasOwn(next, draft.key)) {
      // The entry without a name has got one.
      this.#moveKey(draft.key, added);
      this.#keepDraft(undefined);
      const entries = Object.entries(next).map(([name, value]) => [
        name,
        Object.hasOwn(before, name) ? value : (draft.value ?? this.#toEmpty()),
      ]);
      props.onChange(Object.fromEntries(entries), at);
    } else if (added === undefined || names.length === Object.keys(before).length) {
      const renamed = Object.keys(before).find((name) => !Object.hasOwn(next, name));
      if (renamed !== undefined) this.#moveKey(renamed, added);
      props.onChange(Object.fromEntries(names.map((name) => [name, next[name]])), at);
    } else if (draft === undefined) {
      // Only one entry at a time may lack a name.
      const { schemaUtils } = props.registry;
      this.#keepDraft({ key: added, value: schemaUtils.getDefaultFormState(entry) });
    }
  }

  /**
   * Moves the key of an entry to its new name: drawn anew, an entry would lose an inner one without
   * a name, or JSON that cannot be read yet.
   */
  #moveKey(before: string, name: string | undefined): void {
    const key = this.#keys.get(before);
    if (name === undefined || key === undefined) return;
    this.#keys.delete(before);
    this.#keys.set(name, key);
  }

  /**
   * Returns the value of an entry that has a name and was left empty: `''` for a text, else `null`.
   */
  #toEmpty(): unknown {
    const { entry, props } = this.now;
    const schema = resolveSchema(entry, props.registry.rootSchema);
    return schema['type'] === 'string' && toOptions(schema) === undefined ? '' : null;
  }

  /** True if a map that loses an entry has no other and need not be given. */
  #canLeaveOut(): boolean {
    const { path, props } = this.now;
    const properties = Object.values(props.schema.properties ?? {});
    const isMap = properties.every((each) => isRecord(each) && ADDITIONAL_PROPERTY_FLAG in each);
    // Rows and entries are there as long as the person keeps them.
    const isInner = typeof path.at(-1) !== 'string' || ADDITIONAL_PROPERTY_FLAG in props.schema;
    const isFree = props.required !== true && isMap && !isInner;
    return isFree && Object.keys(toRecord(props.formData)).length === 1;
  }
}

/** Copies a value and replaces the value at a path within it. */
function setAt(value: unknown, path: FieldPathList, inner: unknown): unknown {
  const [name, ...tail] = path;
  if (name === undefined) return inner;
  if (Array.isArray(value)) {
    return Object.assign([...value], { [name]: setAt(value[Number(name)], tail, inner) });
  }
  const { [name]: old, ...siblings } = toRecord(value);
  return inner === REMOVED && tail.length === 0
    ? siblings
    : { ...toRecord(value), [name]: setAt(old, tail, inner) };
}
