import { createContext, useContext, type Context, type Provider } from 'react';
import { ENGLISH } from '../messages/english.ts';
import type { Messages } from '../messages/messages.ts';

/** What every part of a form knows. */
export interface FormSettings {
  readonly messages: Messages;
  /** Bytes that one file may have. */
  readonly maxFileBytes: number;
}

const SettingsContext: Context<FormSettings> = createContext<FormSettings>({
  messages: ENGLISH,
  maxFileBytes: 1_048_576,
});

/** Hands settings down to the parts of a form. */
export const FormSettingsProvider: Provider<FormSettings> = SettingsContext.Provider;

/** The settings of the form around. */
export function useFormSettings(): FormSettings {
  return useContext(SettingsContext);
}
