import type { ReactNode } from 'react';
import type { ResultPlace } from './place.ts';

/** Draws values of one kind. */
export interface ResultRenderer {
  /** MUST NOT throw, and MUST be quick: it is asked for every value that is drawn. */
  readonly matches: (place: ResultPlace) => boolean;
  /**
   * Gives an element that holds state by itself: it is called while others are drawn. Values and
   * schemas are somebody else's; it MUST NOT load or run anything of them.
   */
  readonly draw: (place: ResultPlace) => ReactNode;
  /** True for what needs the whole width. Default false. */
  readonly isWide?: boolean;
}
