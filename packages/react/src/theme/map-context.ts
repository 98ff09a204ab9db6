import { createContext, useContext, type Context } from 'react';
import { escapeName } from '../form-schema/escape-names.ts';
import type { ErrorSchema, FieldPathList } from '../rjsf.ts';
import { ENTRY_NAME } from './element-ids.ts';

/** The state of a map, which its entries read. */
export interface MapState {
  readonly path: FieldPathList;
  readonly names: readonly string[];
  readonly draft: string | undefined;
  readonly keepKey: () => void;
  /** Returns the React key of the entry with a name; the entry keeps it when it is renamed. */
  readonly toElementKey: (name: string) => number;
  readonly errors: ErrorSchema | undefined;
  /** The state of the map that contains this one; `undefined` if no map does. */
  readonly outer: MapState | undefined;
}

/** The React context that tells an entry about the map around it. */
export const MapContext: Context<MapState | undefined> = createContext<MapState | undefined>(
  undefined,
);

/** Facts about an entry of a map, which is an object whose property names the person chooses. */
export interface EntryMap {
  /** True if another entry of the map has the name. */
  isTaken(name: string): boolean;
  /** True if the entry has no name yet. */
  readonly isDraft: boolean;
  /** True once the form was refused because the entry has no valid name. */
  readonly isRefused: boolean;
  /**
   * Makes the temporary name of the form library the name of the entry; the library does not report
   * this as a change.
   */
  readonly keepKey: () => void;
}

/** Returns the facts about the map's entry at a path of the data. */
export function useEntryMap(path: FieldPathList): EntryMap {
  // An entry that is itself a map draws its heading within its own map, so the outer map is looked
  // up.
  let map = useContext(MapContext);
  while (map !== undefined && map.path.length >= path.length) map = map.outer;
  const key = path.at(-1);
  const entryMap = map?.path.length === path.length - 1 ? map : undefined;
  return {
    isTaken: (name) => entryMap !== undefined && name !== key && entryMap.names.includes(name),
    isDraft: entryMap !== undefined && entryMap.draft === key,
    isRefused: entryMap?.errors?.[String(key)]?.[escapeName(ENTRY_NAME)] !== undefined,
    keepKey: () => map?.keepKey(),
  };
}
