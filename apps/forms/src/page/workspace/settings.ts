import { type PageAppearance, readPageAppearance } from '@formwork/react/internal';
import { toRecord } from '@formwork/schema/json';
import type { KeyValueStore } from '../storage/key-value-store.ts';

/** The settings that a person has chosen for this page. */
export interface Settings extends PageAppearance {
  readonly isDetailsOpen: boolean;
}

const KEY = 'formwork.settings';

/** Reads the settings that were chosen in this browser before; defaults come from the browser. */
export function readSettings(store: KeyValueStore): Settings {
  const stored = parse(store);
  return { ...readPageAppearance(stored), isDetailsOpen: stored['isDetailsOpen'] === true };
}

/** Stores changed settings beside those of other tabs, if the browser allows it. */
export function writeSettings(store: KeyValueStore, changes: Partial<Settings>): void {
  try {
    store.setItem(KEY, JSON.stringify({ ...parse(store), ...changes }));
  } catch {
    // If the browser stores nothing, the settings last as long as the page.
  }
}

function parse(store: KeyValueStore): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(store.getItem(KEY) ?? 'null');
    return toRecord(value);
  } catch {
    return {};
  }
}
