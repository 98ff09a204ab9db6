import type { CharacterSet } from './character-set.ts';
import type { Edge } from './pattern-part.ts';

/** An instruction that tells what a text must have at the position, and where to go on. */
export type Instruction =
  /** A character before or behind the position; the next instruction follows. */
  | { readonly kind: 'character'; readonly set: CharacterSet; readonly isBehind: boolean }
  /** Two ways to go on; the first is tried first. */
  | { readonly kind: 'split'; first: number; second: number }
  | { readonly kind: 'jump'; to: number }
  | {
      readonly kind: 'edge';
      readonly sign: Edge;
      readonly isMultiline: boolean;
      readonly words: CharacterSet;
    }
  /** A look ahead or behind, whose own instructions begin with the next one. */
  | { readonly kind: 'look'; readonly isNegative: boolean; end: number }
  /** A look at the one character before or behind the position. */
  | {
      readonly kind: 'peek';
      readonly set: CharacterSet;
      readonly isBehind: boolean;
      readonly isNegative: boolean;
    }
  /** The verdict of a look at the position; `look` is its place in the list of the program. */
  | { readonly kind: 'verdict'; readonly look: number; readonly isNegative: boolean }
  | {
      readonly kind: 'reference';
      readonly groups: readonly number[];
      readonly isBehind: boolean;
      readonly flags: string;
    }
  /** Writes the position into a register. */
  | { readonly kind: 'save'; readonly register: number }
  /** Empties registers, because each repetition forgets what its groups have matched. */
  | { readonly kind: 'forget'; readonly from: number; readonly to: number }
  /** Fails if the position is still that of the register: a repetition must not be empty. */
  | { readonly kind: 'moved'; readonly register: number }
  | { readonly kind: 'match' };
