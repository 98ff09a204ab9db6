import { createContext, type Context } from 'react';

/** Names of a cell of a table. */
export interface Cell {
  /** Of its column. */
  readonly label: string;
  readonly row: string;
}

/** The cell around a field; `undefined` outside of tables. */
export const CellContext: Context<Cell | undefined> = createContext<Cell | undefined>(undefined);
