import { createContext, type Context } from 'react';

/** Where the focus goes once the rows have changed: a row by its number from 0. */
export interface PlannedFocus {
  readonly row: number;
  readonly part: 'field' | 'button';
}

/** What rows know of their list. */
export interface List {
  readonly label: string;
  /** True if every row has a schema of its own. */
  readonly isTuple: boolean;
  readonly plan: (focus: PlannedFocus) => void;
}

/** The list around a row. */
export const ListContext: Context<List> = createContext<List>({
  label: '',
  isTuple: false,
  plan: () => undefined,
});
