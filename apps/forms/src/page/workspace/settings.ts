import { toRecord } from '@formwork/schema/json';
import { chooseLanguage, LANGUAGES, type Language } from '@formwork/react/internal';
import type { KeyValueStore } from '../storage/key-value-store.ts';

/** The colours of the page: those of the operating system, or always light or dark. */
export type Scheme = 'system' | 'light' | 'dark';

/** The settings that a person has chosen for this page. */
export interface Settings {
  readonly language: Language;
  readonly scheme: Scheme;
  readonly isDetailsOpen: boolean;
}

const KEY = 'formwork.settings';

/** Reads the settings that were chosen in this browser before; defaults come from the browser. */
export function readSettings(store: KeyValueStore): Settings {
  const stored = parse(store);
  const language = LANGUAGES.find(([name]) => name === stored['language'])?.[0];
  const scheme = stored['scheme'];
  return {
    language: language ?? chooseLanguage(navigator.languages),
    scheme: scheme === 'light' || scheme === 'dark' ? scheme : 'system',
    isDetailsOpen: stored['isDetailsOpen'] === true,
  };
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
