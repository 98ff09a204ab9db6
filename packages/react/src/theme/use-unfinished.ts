import { useContext, useEffect } from 'react';
import { useFormSettings, type PendingInput } from './form-settings.ts';
import { RowHoldContext } from './pending-count.ts';

/**
 * Reports what a field holds unfinished to the form and to the rows around it, as long as the field
 * exists. The pointer (RFC 6901) is that of the field's value; `undefined` reports nothing.
 */
export function useUnfinished(
  pointer: string | undefined,
  problem: string | undefined,
  { text, isNotice = false, readStoring }: Partial<Omit<PendingInput, 'problem'>> = {},
): void {
  const { unreadable, unreadableListeners } = useFormSettings();
  const hold = useContext(RowHoldContext);
  // The form learns it again when the row around the field moves, or the language changes.
  useEffect(() => {
    if (pointer === undefined || problem === undefined) return undefined;
    const tell = (): void => unreadableListeners.forEach((listener) => listener());
    unreadable.set(pointer, { problem, text, isNotice, readStoring });
    tell();
    const count = (by: 1 | -1): void => {
      for (let row = hold; row !== undefined; row = row.outer) row.count += by;
    };
    count(1);
    return () => {
      unreadable.delete(pointer);
      tell();
      count(-1);
    };
  }, [pointer, problem, text, isNotice, readStoring, unreadable, unreadableListeners, hold]);
}
