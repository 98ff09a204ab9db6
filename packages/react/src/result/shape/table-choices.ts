import type { RowOrder } from './arrange-rows.ts';

/** The choices of a person about a table: its filter, order, page and columns. */
export interface TableState {
  readonly filter: string;
  readonly order: RowOrder | undefined;
  /** The number of the shown page, counted from 0. */
  readonly page: number;
  /** The names of the columns that are hidden. */
  readonly hidden: ReadonlySet<string>;
}
