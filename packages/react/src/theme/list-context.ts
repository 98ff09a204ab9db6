import { createContext, type Context } from 'react';

/** The list that rows belong to. */
export interface List {
  readonly label: string;
  /** True if every row has a schema of its own. */
  readonly isTuple: boolean;
}

/** The list around a row. */
export const ListContext: Context<List> = createContext<List>({ label: '', isTuple: false });
