import { createContext, type Context } from 'react';

/** Facts about a list, which its rows read from React's context. */
export interface List {
  readonly label: string;
  /** True if the list is a tuple, in which every row has its own schema. */
  readonly isTuple: boolean;
}

/** The React context that tells a row about the list around it. */
export const ListContext: Context<List> = createContext<List>({ label: '', isTuple: false });

/** The names of a table's column and row, which together are the label of a cell. */
export interface Cell {
  /** The label of the cell's column. */
  readonly label: string;
  readonly row: string;
}

/** The React context that tells a field about the cell around it; `undefined` outside of tables. */
export const CellContext: Context<Cell | undefined> = createContext<Cell | undefined>(undefined);

/**
 * The React context that is true for a required yes or no without a default. Two radio buttons ask
 * for it, because a switch would answer for a person who overlooks it.
 */
export const AskedContext: Context<boolean> = createContext(false);

/**
 * The React context that is true for the fields of a union's chosen alternative, which the union has
 * named already.
 */
export const AlternativeContext: Context<boolean> = createContext(false);
