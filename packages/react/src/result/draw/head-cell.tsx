import type { ReactNode } from 'react';
import type { RowOrder } from '../shape/arrange-rows.ts';

interface HeadCellProps {
  readonly label: string;
  /** How the column is sorted; `undefined` if it is not. */
  readonly direction: RowOrder['direction'] | undefined;
  readonly isNumber: boolean;
  readonly onSort: (direction: RowOrder['direction'] | undefined) => void;
}

const NEXT = { none: 'ascending', ascending: 'descending', descending: undefined } as const;
const SIGNS = { none: '↕', ascending: '↑', descending: '↓' };

/** The head of a column, which sorts it: upwards, downwards, as it came. */
export function HeadCell({ label, direction, isNumber, onSort }: HeadCellProps): ReactNode {
  const state = direction ?? 'none';
  return (
    <th scope="col" aria-sort={state} className={isNumber ? 'fw-end' : undefined}>
      <button type="button" onClick={() => onSort(NEXT[state])}>
        <bdi>{label}</bdi>
        <span aria-hidden="true">{SIGNS[state]}</span>
      </button>
    </th>
  );
}
