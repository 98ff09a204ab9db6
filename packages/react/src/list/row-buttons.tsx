import { useContext, type ReactNode } from 'react';
import { useFormSettings } from '../theme/form-settings.ts';
import { ListContext } from '../theme/list-context.ts';
import type { RowProps } from './row-props.ts';
import type { RowPart } from './use-rows.ts';

/**
 * Draws the buttons of a row (up, down and remove), each labelled with the row that it moves or
 * removes.
 */
export function RowButtons({
  rows,
  row,
  fixedRows,
  total,
}: Pick<RowProps, 'rows' | 'fixedRows' | 'total'> & {
  /** The position of the row in its list, counted from 0. */
  readonly row: number;
}): ReactNode {
  const { messages } = useFormSettings();
  const { label: list } = useContext(ListContext);
  if (row < fixedRows) return null;
  const label = messages.rowLabel(list, row + 1);
  const all = [
    { part: 'up', has: row > fixedRows, name: messages.moveUp(label), sign: '↑' },
    { part: 'down', has: row < total - 1, name: messages.moveDown(label), sign: '↓' },
    { part: 'remove', has: true, name: messages.remove(label), sign: '×' },
  ] as const;
  const run = (part: RowPart): void => {
    if (part === 'remove') rows.remove(row);
    else rows.move(row, part === 'up' ? -1 : 1);
  };
  return (
    <div className="fw-row-buttons" data-fw-buttons="">
      {all.map(
        ({ part, has, name, sign }) =>
          has && (
            <button
              key={part}
              type="button"
              className="fw-button fw-icon"
              aria-label={name}
              title={name}
              data-fw-do={part}
              onClick={() => run(part)}
            >
              <span aria-hidden="true">{sign}</span>
            </button>
          ),
      )}
    </div>
  );
}
