import type { Json, JsonObject } from '@formwork/schema';
import type { ReactNode } from 'react';
import { cutText, toMemberPlace, type ResultPlace } from '../place.ts';
import { toCell } from '../shape/to-cell.ts';
import { toText } from '../shape/to-text.ts';
import { useResult } from '../settings.ts';

/** Characters of a text in a cell. */
const MAX_TEXT = 200;

interface TableRowProps {
  readonly place: ResultPlace;
  readonly row: JsonObject;
  readonly columns: readonly string[];
  /** Digits behind the point in each column. */
  readonly decimals: ReadonlyMap<string, number>;
}

/** A row of a table. */
export function TableRow({ place, row, columns, decimals }: TableRowProps): ReactNode {
  return (
    <tr>
      {columns.map((name) => {
        const value = toCell(row, name);
        return (
          <td key={name} className={typeof value === 'number' ? 'fw-end' : undefined}>
            {value !== undefined && (
              <Cell place={place} name={name} value={value} decimals={decimals.get(name) ?? 0} />
            )}
          </td>
        );
      })}
    </tr>
  );
}

interface CellProps {
  readonly place: ResultPlace;
  readonly name: string;
  readonly value: Json;
  readonly decimals: number;
}

function Cell({ place, name, value, decimals }: CellProps): ReactNode {
  const { find, messages, reader } = useResult();
  if (Array.isArray(value)) {
    const texts = value.map((item) => cutText(toText(item), MAX_TEXT));
    const list = new Intl.ListFormat(messages.language, { type: 'unit', style: 'narrow' });
    return <bdi>{list.format(texts)}</bdi>;
  }
  const cell = { ...toMemberPlace(reader, place, { name, value }), decimals };
  const renderer = find(cell);
  // A table has lines: what would need room of its own is cut.
  return renderer.isWide === true && typeof value === 'string' ? (
    <bdi>{cutText(value, MAX_TEXT)}</bdi>
  ) : (
    renderer.draw(cell)
  );
}
