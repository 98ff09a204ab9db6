import type { KeyValueStore } from '../storage/key-value-store.ts';
import { readRun } from './read-run.ts';
import { isUnsure, toHistoryKey } from './run.ts';

/** A run of the history that may be dropped, as it is stored. */
interface Spare {
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

/**
 * Lets the store make room for what has none: by the oldest runs of all agents that have been sent.
 * What the person has entered, and what the agent may not have, is never dropped; `onLost` is called
 * when it cannot be kept.
 */
export function makeRoom(store: KeyValueStore, onLost: () => void): void {
  store.onFull = (name, text) => {
    const isKept = text !== undefined && writeInPlace(store, { name, text });
    if (!isKept) onLost();
    return isKept;
  };
}

/** Stores a text in place of spare runs; they stay if there is too little room without them, too. */
function writeInPlace(
  store: KeyValueStore,
  { name, text }: { readonly name: string; readonly text: string },
): boolean {
  const dropped: Spare[] = [];
  try {
    for (const spare of listSpare(store, name)) {
      store.removeItem(spare.name);
      dropped.push(spare);
      if (tryToWrite(store, name, text)) return true;
    }
    for (const spare of dropped) store.setItem(spare.name, spare.text);
  } catch {
    // The browser forbids its storage altogether.
  }
  return false;
}

function tryToWrite(store: KeyValueStore, name: string, text: string): boolean {
  try {
    store.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** Lists the runs that may be dropped, the oldest first. */
function listSpare(store: KeyValueStore, except: string): readonly Spare[] {
  return store
    .keys()
    .filter((name) => name !== except && name.startsWith(toHistoryKey('')))
    .flatMap((name) => {
      const text = store.getItem(name) ?? '';
      const at = Number.parseInt(text, 10);
      return isSpare(text) ? [{ name, text, at }] : [];
    })
    .toSorted((a, b) => a.at - b.at);
}

function isSpare(text: string): boolean {
  try {
    const run = readRun(JSON.parse(text.slice(text.indexOf(' '))));
    return run !== undefined && !isUnsure(run);
  } catch {
    return false;
  }
}
