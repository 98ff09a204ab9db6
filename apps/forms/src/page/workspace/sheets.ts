import { useSyncExternalStore } from 'react';

/** A sheet that covers the page while it is open: the search, or the settings. */
export type SheetName = 'search' | 'settings';

let open: SheetName | undefined;
const listeners = new Set<() => void>();

/** Opens a sheet from anywhere in the page, in place of another one; `undefined` closes it. */
export function showSheet(name: SheetName | undefined): void {
  open = name;
  for (const listener of listeners) listener();
}

/** Returns the sheet that is open; `undefined` if there is none. */
export function useSheet(): SheetName | undefined {
  return useSyncExternalStore(subscribe, () => open);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
