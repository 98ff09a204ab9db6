import { createContext, useContext, type Context, type Provider } from 'react';
import { ENGLISH } from '../messages/english.ts';
import type { Messages } from '../messages/messages.ts';

/** Brings the field of a place into view: lists turn their pages and open their cards. */
interface Revealing {
  /** The path to bring into view; lists that are drawn on the way to it look it up here. */
  path: readonly string[];
  readonly lists: Set<(path: readonly string[]) => void>;
}

/** The settings that every part of a form reads from the form around it. */
export interface FormSettings {
  readonly messages: Messages;
  /** The maximum number of bytes that one file may have. */
  readonly maxFileBytes: number;
  /** The label of a field without a name of its own, because it is the whole value. */
  readonly title: string;
  /**
   * The texts in editors for JSON that cannot be parsed yet, by JSON pointer (RFC 6901) to the
   * value.
   */
  readonly unreadable: Map<string, string>;
  readonly revealing: Revealing;
  /** The number of rows on a page of a list. */
  readonly pageSize: number;
  /** The origin of the agent that sent the schema; `undefined` if it is not shown. */
  readonly origin: string | undefined;
  readonly onUpload: ((file: File) => Promise<{ readonly url: string }>) | undefined;
  /** The level of the headings within the form. */
  readonly headingLevel: number;
  /** The beginning of the ids of all fields. */
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

/** The React provider that hands the settings of a form down to its parts. */
export const FormSettingsProvider: Provider<FormSettings> = SettingsContext.Provider;

/** The settings of the form that a component stands in. */
export function useFormSettings(): FormSettings {
  return useContext(SettingsContext);
}
