import { createContext, type Context } from 'react';

/** The list that rows belong to. */
export interface List {
  readonly label: string;
  /** True if every row has a schema of its own. */
  readonly isTuple: boolean;
}

/** The list around a row. */
export const ListContext: Context<List> = createContext<List>({ label: '', isTuple: false });

/** Names of a cell of a table. */
export interface Cell {
  /** Of its column. */
  readonly label: string;
  readonly row: string;
}

/** The cell around a field; `undefined` outside of tables. */
export const CellContext: Context<Cell | undefined> = createContext<Cell | undefined>(undefined);

/**
 * True for a yes or no that somebody has to say: it must be there and has no default. A switch would
 * answer for whoever does not look at it.
 */
export const AskedContext: Context<boolean> = createContext(false);
