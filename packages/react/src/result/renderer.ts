import type { ReactNode } from 'react';
import type { ResultValue } from './result-value.ts';

/** Draws the values of a result that it matches, such as tables or links. */
export interface ResultRenderer {
  /**
   * True for a value that this renderer draws. It MUST NOT throw, and MUST be quick, because it is
   * called for every value.
   */
  readonly matches: (node: ResultValue) => boolean;
  /**
   * Returns the element for a value. State belongs into a component of that element, because `draw`
   * is called while others are drawn. Values and schemas come from the agent; it MUST NOT load or
   * run anything of them.
   */
  readonly draw: (node: ResultValue) => ReactNode;
  /** True for a value that needs the whole width. Default false. */
  readonly isWide?: boolean;
}
