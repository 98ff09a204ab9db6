import { createContext, type Context } from 'react';
import { ADDITIONAL_PROPERTY_FLAG } from '../rjsf.ts';
import { useFormSettings } from './form-settings.ts';
import { useEntryMap } from './map-context.ts';
import { toLabel, type LabelSource } from './to-label.ts';

/**
 * Returns the label of a field; the value of an entry without a name has the label "Value" in the
 * form's language.
 */
export function useLabel(source: LabelSource & { readonly schema: object }): string {
  const { messages } = useFormSettings();
  const { isDraft } = useEntryMap(source.path);
  return isDraft && ADDITIONAL_PROPERTY_FLAG in source.schema
    ? messages.entryValue
    : toLabel(source, messages);
}

/**
 * The React context that holds the label of the map's entry that contains a field; `undefined` for
 * other fields.
 */
export const EntryLabelContext: Context<string | undefined> = createContext<string | undefined>(
  undefined,
);
