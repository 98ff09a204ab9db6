import { createContext, useContext, useEffect, type Context } from 'react';
import { useFormSettings, type Unfinished } from './form-settings.ts';

/**
 * Counts the fields of a row that hold something unfinished. Such a row stays drawn, but hidden,
 * while its card is folded or another page is shown, because its fields alone have what they hold.
 */
export class RowHold {
  #count = 0;
  readonly #outer: RowHold | undefined;

  constructor(outer: RowHold | undefined) {
    this.#outer = outer;
  }

  get isHeld(): boolean {
    return this.#count > 0;
  }

  /** Holds the row, and the rows around it, until the returned function is called. */
  take(): () => void {
    this.#count += 1;
    const release = this.#outer?.take();
    return () => {
      this.#count -= 1;
      release?.();
    };
  }
}

/** The React context with the hold of the row around a field; `undefined` outside of lists. */
export const RowHoldContext: Context<RowHold | undefined> = createContext<RowHold | undefined>(
  undefined,
);

/**
 * Reports what a field holds unfinished to the form and to the rows around it, as long as the field
 * exists. The pointer (RFC 6901) is that of the field's value; `undefined` reports nothing.
 */
export function useUnfinished(
  pointer: string | undefined,
  problem: string | undefined,
  { text, isNotice = false }: Partial<Pick<Unfinished, 'text' | 'isNotice'>> = {},
): void {
  const { unreadable } = useFormSettings();
  const hold = useContext(RowHoldContext);
  // The form is told again when the row around the field moves, or the language changes.
  useEffect(() => {
    if (pointer === undefined || problem === undefined) return undefined;
    unreadable.set(pointer, { problem, text, isNotice });
    const release = hold?.take();
    return () => {
      unreadable.delete(pointer);
      release?.();
    };
  }, [pointer, problem, text, isNotice, unreadable, hold]);
}
