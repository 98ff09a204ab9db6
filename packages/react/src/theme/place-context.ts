import { createContext, type Context } from 'react';

/** The list that the rows within it read from React's context. */
export interface List {
  readonly label: string;
  /** True for a tuple, in which every row has a schema of its own. */
  readonly isTuple: boolean;
}

/** The React context with the list around a row. */
export const ListContext: Context<List> = createContext<List>({ label: '', isTuple: false });

/** The names of a cell of a table, which make its label. */
export interface Cell {
  /** The label of the cell's column. */
  readonly label: string;
  readonly row: string;
}

/** The React context with the cell around a field; `undefined` outside of tables. */
export const CellContext: Context<Cell | undefined> = createContext<Cell | undefined>(undefined);

/**
 * The React context that is true for a required yes or no without a default. It is asked by two
 * choices, because a switch would answer for a person who overlooks it.
 */
export const AskedContext: Context<boolean> = createContext(false);
