import { createContext, type Context } from 'react';

/** The label of the entry of a map that something is drawn for; `undefined` for other fields. */
export const EntryLabelContext: Context<string | undefined> = createContext<string | undefined>(
  undefined,
);
