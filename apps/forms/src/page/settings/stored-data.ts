import { toHistoryKey } from '../history/run.ts';
import type { KeyValueStore } from '../storage/key-value-store.ts';

/** The data that the page has stored in this browser. */
export interface StoredData {
  readonly runs: number;
  readonly drafts: number;
  readonly agents: number;
  /** The length of all of it, in UTF-16 units. */
  readonly length: number;
}

const PREFIX = 'formwork.';
const KINDS = { runs: toHistoryKey(''), drafts: 'formwork.drafts:', agents: 'formwork.agents' };

/** Counts what the page has stored in this browser, for all agents. */
export function countStoredData(store: KeyValueStore): StoredData {
  const keys = listKeys(store);
  const count = (prefix: string): number => keys.filter((key) => key.startsWith(prefix)).length;
  return {
    runs: count(KINDS.runs),
    drafts: count(KINDS.drafts),
    agents: count(KINDS.agents),
    length: keys.reduce((sum, key) => sum + key.length + (store.getItem(key) ?? '').length, 0),
  };
}

/** Deletes everything that the page has stored in this browser, for all agents. */
export function deleteStoredData(store: KeyValueStore): void {
  for (const key of listKeys(store)) store.removeItem(key);
}

function listKeys(store: KeyValueStore): readonly string[] {
  return store.keys().filter((key) => key.startsWith(PREFIX));
}
