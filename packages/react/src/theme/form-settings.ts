import { createContext, useContext, type Context, type Provider } from 'react';
import { ENGLISH } from '../messages/english.ts';
import type { Messages } from '../messages/messages.ts';

/** Brings a place of the value into view: lists turn their pages and open their cards. */
interface Revealing {
  /** The place that is wanted; lists that come into view on the way to it look here. */
  path: readonly string[];
  readonly lists: Set<(path: readonly string[]) => void>;
}

/** The settings of every part of a form. */
export interface FormSettings {
  readonly messages: Messages;
  /** Bytes that one file may have. */
  readonly maxFileBytes: number;
  /** Label of a field that has no name of its own, as the whole value is one field. */
  readonly title: string;
  /** Texts in editors for JSON that are not JSON yet, by JSON pointer (RFC 6901). */
  readonly unreadable: Map<string, string>;
  readonly revealing: Revealing;
  /** Rows of a list that stand there at once. */
  readonly pageSize: number;
  /** Where the schema came from, if that is to be shown. */
  readonly origin: string | undefined;
  readonly onUpload: ((file: File) => Promise<{ readonly url: string }>) | undefined;
  /** Level of the headings within the form. */
  readonly headingLevel: number;
  /** Beginning of the ids of fields. */
  readonly prefix: string;
}

const SettingsContext: Context<FormSettings> = createContext<FormSettings>({
  messages: ENGLISH,
  maxFileBytes: 1_048_576,
  title: '',
  unreadable: new Map(),
  revealing: { path: [], lists: new Set() },
  pageSize: 50,
  origin: undefined,
  onUpload: undefined,
  headingLevel: 3,
  prefix: '',
});

/** Hands settings down to the parts of a form. */
export const FormSettingsProvider: Provider<FormSettings> = SettingsContext.Provider;

/** The settings of the form around. */
export function useFormSettings(): FormSettings {
  return useContext(SettingsContext);
}
