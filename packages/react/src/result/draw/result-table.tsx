import { isRecord } from '@formwork/schema/internal';
import type { Json } from '@formwork/schema';
import { useDeferredValue, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { saveFile } from '../export/save-file.ts';
import { toCsv } from '../export/to-csv.ts';
import { formatNumber } from '../format/format-number.ts';
import { toSafeFileName } from '../format/to-safe-file-name.ts';
import { toItemPlace, toMemberLabel } from '../place.ts';
import { arrangeRows, type RowOrder } from '../shape/arrange-rows.ts';
import { findColumnDecimals } from '../shape/find-decimals.ts';
import { describeRows } from '../shape/describe-rows.ts';
import { useResult } from '../settings.ts';
import type { PlaceProps } from './scalars.tsx';
import { HeadCell } from './head-cell.tsx';
import { Pager, PAGE_SIZE } from './pager.tsx';
import { TableRow } from './table-row.tsx';

/** Rows above which a table can be filtered. */
const MIN_FILTERED = 20;

/** Rows above which a table has pages. */
const MAX_ROWS = 200;

/** A list of flat groups: sorted by its heads, filtered if it is long, saved as CSV. */
export function ResultTable({ place }: PlaceProps): ReactNode {
  const { messages, reader } = useResult();
  const { language, result: texts } = messages;
  const [order, setOrder] = useState<RowOrder>();
  const [filter, setFilter] = useState('');
  const [page, setPage] = useState(0);
  const wanted = useDeferredValue(filter);
  const list: readonly Json[] = Array.isArray(place.value) ? place.value : [];
  const { rows, columns } = useMemo(() => describeRows(list) ?? { rows: [], columns: [] }, [list]);
  const arranged = useMemo(
    () => arrangeRows(rows, { filter: wanted, order, columns, language }),
    [rows, wanted, order, columns, language],
  );
  const decimals = useMemo(
    () => new Map(columns.map((name) => [name, findColumnDecimals(rows, name)])),
    [rows, columns],
  );
  const first = toItemPlace(reader, place, { position: 0, value: rows[0] ?? {} });
  const ordered = orderColumns(columns, first.schema['properties']);
  const hasPages = rows.length > MAX_ROWS;
  const pages = Math.max(1, Math.ceil(arranged.length / PAGE_SIZE));
  const at = Math.min(page, pages - 1);
  const isPrinting = useSyncExternalStore(subscribeToPrinting, () => printing);
  const shown =
    hasPages && !isPrinting ? arranged.slice(at * PAGE_SIZE, (at + 1) * PAGE_SIZE) : arranged;
  const name = place.label === '' ? texts.result : place.label;

  function save(): void {
    const content = toCsv(ordered, arranged);
    const file = toSafeFileName(name, texts.result);
    saveFile({ name: `${file}.csv`, content, mediaType: 'text/csv' });
  }

  return (
    <div className="fw-table-box">
      <div className="fw-table-tools">
        {rows.length > MIN_FILTERED && (
          <input
            type="search"
            className="fw-input fw-filter"
            aria-label={`${texts.filter}: ${name}`}
            placeholder={texts.filter}
            value={filter}
            onChange={({ target }) => {
              setFilter(target.value);
              setPage(0);
            }}
          />
        )}
        <span className="fw-note" role="status">
          {texts.rowCount(arranged.length, formatNumber(arranged.length, language))}
        </span>
        <button type="button" className="fw-button fw-small" onClick={save}>
          {texts.downloadCsv}
        </button>
      </div>
      <div className="fw-table-scroll" role="group" aria-label={name} tabIndex={0}>
        <table className="fw-rows">
          <caption className="fw-hidden">{name}</caption>
          <thead>
            <tr>
              {ordered.map((column) => (
                <HeadCell
                  key={column}
                  label={toMemberLabel(first.schema, {
                    name: column,
                    schema: reader.read(reader.member(first.schema, column), undefined),
                  })}
                  direction={order?.column === column ? order.direction : undefined}
                  isNumber={
                    typeof rows.find((row) => Object.hasOwn(row, column))?.[column] === 'number'
                  }
                  onSort={(direction) => {
                    setOrder(direction === undefined ? undefined : { column, direction });
                    setPage(0);
                  }}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, position) => (
              <TableRow
                key={position}
                place={toItemPlace(reader, place, {
                  position: (isPrinting ? 0 : at * PAGE_SIZE) + position,
                  value: row,
                })}
                row={row}
                columns={ordered}
                decimals={decimals}
              />
            ))}
          </tbody>
        </table>
      </div>
      {hasPages && <Pager page={at} total={arranged.length} name={name} onPage={setPage} />}
    </div>
  );
}

/** True from when a page is about to be printed until it has been: paper has no pager. */
let printing = false;

function subscribeToPrinting(listener: () => void): () => void {
  function change({ type }: Event): void {
    printing = type === 'beforeprint';
    listener();
  }
  addEventListener('beforeprint', change);
  addEventListener('afterprint', change);
  return () => {
    removeEventListener('beforeprint', change);
    removeEventListener('afterprint', change);
  };
}

/** The order of the schema, then that of the data. */
function orderColumns(columns: readonly string[], properties: unknown): readonly string[] {
  const declared = isRecord(properties) ? Object.keys(properties) : [];
  const there = new Set(columns);
  const first = declared.filter((name) => there.has(name));
  const named = new Set(first);
  return [...first, ...columns.filter((name) => !named.has(name))];
}
