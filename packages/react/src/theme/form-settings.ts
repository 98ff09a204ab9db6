import { createContext, useContext, type Context, type Provider } from 'react';
import type { Section } from '../form-schema/section.ts';
import { ENGLISH } from '../messages/english.ts';
import type { Messages } from '../messages/messages.ts';

/** A thing that a field holds beside its value, such as a text that is no JSON or a file on its way. */
export interface PendingInput {
  /** The message that the person gets instead of sending the form without it. */
  readonly problem: string;
  /** The text that cannot be read yet; `undefined` if the field holds no text. */
  readonly text: string | undefined;
  /** True if the field stops the form only while it is hidden, because the person cannot see it. */
  readonly isNotice: boolean;
  /** Returns the files that are being stored for the field; absent for other fields. */
  readonly readStoring?: (() => readonly StoringFile[]) | undefined;
}

/** The outcome of storing a file: its value for the data, or why it was refused. */
export type StoredFile = { readonly value: string } | { readonly refusal: string };

/** A file that is being stored, which goes on while an example takes the place of what was entered. */
export interface StoringFile {
  readonly name: string;
  readonly stored: Promise<StoredFile>;
}

/** The settings of a form, which all components within the form read. */
export interface FormSettings {
  readonly messages: Messages;
  /** The maximum number of bytes that one file may have. */
  readonly maxFileBytes: number;
  /** The label of a field without a name, because its value is the whole data of the form. */
  readonly title: string;
  /** The things that fields hold and that are no values yet, by JSON pointer (RFC 6901) to the value. */
  readonly unreadable: Map<string, PendingInput>;
  /** The functions that are called when {@link unreadable} has changed. */
  readonly unreadableListeners: Set<() => void>;
  /**
   * The texts that are not JSON, and the files on their way, that "Undo" brings back, by JSON pointer
   * to the value. The field that begins with one removes it here.
   */
  readonly restored: Map<string, Pick<PendingInput, 'text' | 'readStoring'>>;
  readonly revealing: {
    /**
     * The path of the field that is to be brought into view. A list that is drawn only then reads it
     * here.
     */
    path: readonly string[];
    readonly lists: Set<(path: readonly string[]) => void>;
    /** The element around the form, which may be drawn in a shadow root. */
    readonly frame: { readonly current: HTMLElement | null };
  };
  /** The sections under which the fields of a long form stand; `[]` for other forms. */
  readonly sections: readonly Section[];
  /** The number of rows on a page of a list. */
  readonly pageSize: number;
  /** The origin of the agent that sent the schema; `undefined` if it is not shown. */
  readonly origin: string | undefined;
  readonly onUpload: ((file: File) => Promise<{ readonly url: string }>) | undefined;
  /** The level of the headings within the form. */
  readonly headingLevel: number;
  /** The beginning of the ids of all fields of the form. */
  readonly prefix: string;
}

const SettingsContext: Context<FormSettings> = createContext<FormSettings>({
  messages: ENGLISH,
  maxFileBytes: 1_048_576,
  title: '',
  unreadable: new Map(),
  unreadableListeners: new Set(),
  restored: new Map(),
  revealing: { path: [], lists: new Set(), frame: { current: null } },
  sections: [],
  pageSize: 50,
  origin: undefined,
  onUpload: undefined,
  headingLevel: 3,
  prefix: '',
});

/** The React provider that passes the settings of a form to the components within it. */
export const FormSettingsProvider: Provider<FormSettings> = SettingsContext.Provider;

/** Returns the settings of the form that contains the calling component. */
export function useFormSettings(): FormSettings {
  return useContext(SettingsContext);
}
