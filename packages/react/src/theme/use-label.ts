import { ADDITIONAL_PROPERTY_FLAG } from '../rjsf.ts';
import { useFormSettings } from './form-settings.ts';
import { useEntryMap } from './map-field.tsx';
import { toLabel, type LabelSource } from './to-label.ts';
import { createContext, type Context } from 'react';

/** The label of a field; an entry that has no name yet is called a value. */
export function useLabel(source: LabelSource & { readonly schema: object }): string {
  const { messages } = useFormSettings();
  const { isDraft } = useEntryMap(source.path);
  return isDraft && ADDITIONAL_PROPERTY_FLAG in source.schema
    ? messages.entryValue
    : toLabel(source, messages);
}

/**
 * The React context with the label of the map's entry that is being drawn; `undefined` for other
 * fields.
 */
export const EntryLabelContext: Context<string | undefined> = createContext<string | undefined>(
  undefined,
);
