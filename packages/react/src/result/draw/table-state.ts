import { useState } from 'react';
import { useResult } from '../settings.ts';
import type { TableState } from '../shape/table-choices.ts';

const START: TableState = { filter: '', order: undefined, page: 0, hidden: new Set() };

/**
 * Holds the state of the table at a JSON pointer of the result. It is kept while another view of the
 * result is shown, and while more of the result arrives.
 */
export function useTableState(
  pointer: string,
): readonly [TableState, (change: Partial<TableState>) => void] {
  const { tables } = useResult();
  const [state, setState] = useState(tables.get(pointer) ?? START);
  function change(part: Partial<TableState>): void {
    const next = { ...state, ...part };
    tables.set(pointer, next);
    setState(next);
  }
  return [state, change];
}
