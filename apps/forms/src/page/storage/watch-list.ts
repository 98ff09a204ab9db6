import { toEntryKey } from './entry-store.ts';

/**
 * Calls `onChange` when another tab has changed an entry of the list with a key. Returns a function
 * that ends this.
 */
export function watchList(key: string, onChange: () => void): () => void {
  const look = (event: StorageEvent): void => {
    // A storage that was cleared as a whole names no key.
    if (event.key?.startsWith(toEntryKey(key, '')) !== false) onChange();
  };
  globalThis.addEventListener?.('storage', look);
  return () => globalThis.removeEventListener?.('storage', look);
}
