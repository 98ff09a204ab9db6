import { createContext, type Context } from 'react';

/**
 * Counts the fields of a row that hold something unfinished. Such a row stays drawn, but hidden,
 * while its card is folded or another page is shown, because its fields alone have what they hold.
 */
export interface PendingCount {
  count: number;
  /** The hold of the row around this one, which counts the same fields. */
  readonly outer: PendingCount | undefined;
}

/** The React context with the hold of the row around a field; `undefined` outside of lists. */
export const RowHoldContext: Context<PendingCount | undefined> = createContext<
  PendingCount | undefined
>(undefined);
