import type { Json, JsonObject } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { type ReactNode, useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react';
import type { Messages } from '../../messages/messages.ts';
import { formatNumber } from '../../text/format-number.ts';
import { toSafeFileName } from '../../text/to-safe-file-name.ts';
import { cutVisibleText } from '../../text/visible-text.ts';
import { formatCsv } from '../export/csv.ts';
import { saveFile } from '../export/save-file.ts';
import { toJsonText } from '../export/write-json.ts';
import { type ResultValue, toItemValue, toMemberLabel, toMemberValue } from '../result-value.ts';
import { useResult } from '../settings.ts';
import { arrangeRows, type RowOrder } from '../shape/arrange-rows.ts';
import { toCell, toText } from '../shape/cell.ts';
import { describeRows } from '../shape/describe-rows.ts';
import { findColumnDecimals } from '../shape/find-decimals.ts';
import type { ValueProps } from './scalars.tsx';
import { useTableState } from './table-state.ts';
import { TableTools } from './table-tools.tsx';
import { WholeWindow } from './whole-window.tsx';

/** The maximum length of a text in a cell of a table, in characters. */
const MAX_TEXT = 200;

/** The number of rows on a page of a table. */
const PAGE_SIZE = 100;

const NEXT = { none: 'ascending', ascending: 'descending', descending: undefined } as const;

const SIGNS = { none: '↕', ascending: '↑', descending: '↓' };

/** The number of rows above which a table has a field to filter its rows. */
const MIN_FILTERED = 20;

/** The number of rows above which a table is divided into pages. */
const MAX_ROWS = 200;

/** The most rows that are printed, some 40 sheets: more of them hold up the whole page. */
const MAX_PRINTED = 2000;

/**
 * Draws a list of flat objects as a table. People can sort it by its heads, filter it if it is
 * long, choose its columns, see it in the whole window, and save it as CSV or JSON.
 */
export function ResultTable({ node }: ValueProps): ReactNode {
  const { messages, reader } = useResult();
  const { language, result: texts } = messages;
  const [state, change] = useTableState(node.pointer);
  const [isWhole, setWhole] = useState(false);
  const { order, page, hidden } = state;
  const filter = useDeferredValue(state.filter);
  const list: readonly Json[] = Array.isArray(node.value) ? node.value : [];
  const { rows, columns } = useMemo(() => describeRows(list) ?? { rows: [], columns: [] }, [list]);
  const arranged = useMemo(
    () => arrangeRows(rows, { filter, order, columns, language }),
    [rows, filter, order, columns, language],
  );
  const decimals = useMemo(
    () => new Map(columns.map((name) => [name, findColumnDecimals(rows, name)])),
    [rows, columns],
  );
  const first = toItemValue(reader, node, { position: 0, value: rows[0] ?? {} });
  const labelled = labelColumns(columns, { rows, schema: first.schema, reader });
  const chosen = labelled.filter((column) => !hidden.has(column.name));
  // Columns were hidden in an earlier version of the result, whose other columns are gone.
  const visible = chosen.length === 0 ? labelled : chosen;
  const ordered = visible.map((column) => column.name);
  const hasPages = rows.length > MAX_ROWS;
  const pages = Math.max(1, Math.ceil(arranged.length / PAGE_SIZE));
  const at = Math.min(page, pages - 1);
  const isPrinting = useSyncExternalStore(subscribeToPrinting, () => printing);
  const [from, to] =
    hasPages && !isPrinting ? [at * PAGE_SIZE, (at + 1) * PAGE_SIZE] : [0, MAX_PRINTED];
  const shown = arranged.slice(from, to);
  const name = node.label === '' ? texts.result : node.label;

  const table = (
    <div className="fw-table-box">
      <TableTools
        name={name}
        columns={labelled}
        state={state}
        count={arranged.length}
        isLong={rows.length > MIN_FILTERED}
        isWhole={isWhole}
        onChange={change}
        onSave={(kind) => saveTable(arranged, { columns: ordered, kind, name, texts })}
        onWhole={() => setWhole(!isWhole)}
      />
      <div className="fw-table-scroll" role="group" aria-label={name} tabIndex={0}>
        <table className="fw-rows">
          <caption className="fw-hidden">{name}</caption>
          <thead>
            <tr>
              {visible.map(({ name: column, label }) => (
                <HeadCell
                  key={column}
                  label={label}
                  direction={order?.column === column ? order.direction : undefined}
                  isNumber={typeof findValue(rows, column) === 'number'}
                  onSort={(direction) =>
                    change({
                      order: direction === undefined ? undefined : { column, direction },
                      page: 0,
                    })
                  }
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, position) => (
              <TableRow
                key={position}
                node={toItemValue(reader, node, {
                  position: from + position,
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
      {hasPages && (
        <Pager
          page={at}
          rows={{ from, end: from + shown.length, total: arranged.length }}
          name={name}
          onPage={(next) => change({ page: next })}
        />
      )}
    </div>
  );
  if (!isWhole) return table;
  return (
    <WholeWindow name={name} onClose={() => setWhole(false)}>
      {table}
    </WholeWindow>
  );
}

/** Saves rows as a file. */
function saveTable(
  rows: readonly JsonObject[],
  {
    columns,
    kind,
    name,
    texts,
  }: {
    /** The names of the columns to save, in their order. */
    readonly columns: readonly string[];
    readonly kind: 'csv' | 'json';
    readonly name: string;
    readonly texts: Messages['result'];
  },
): void {
  const file = toSafeFileName(name, texts.result);
  const cells = rows.map((row) => columns.map((column) => toCell(row, column)));
  if (kind === 'csv') {
    const content = formatCsv(columns, cells);
    saveFile({ name: `${file}.csv`, content, mediaType: 'text/csv' });
    return;
  }
  const values = cells.map((row) =>
    Object.fromEntries(
      row.flatMap((cell, column) => (cell === undefined ? [] : [[columns[column] ?? '', cell]])),
    ),
  );
  saveFile({
    name: `${file}.json`,
    content: toJsonText(values),
    mediaType: 'application/json',
  });
}

/** Finds the first value of a column; `undefined` if it has none. */
function findValue(rows: readonly JsonObject[], column: string): Json | undefined {
  return rows.find((row) => Object.hasOwn(row, column))?.[column];
}

/** Orders the columns of a table, and gives them their labels. */
function labelColumns(
  columns: readonly string[],
  {
    rows,
    schema,
    reader,
  }: {
    readonly rows: readonly JsonObject[];
    /** The schema of a row. */
    readonly schema: ResultValue['schema'];
    readonly reader: ReturnType<typeof useResult>['reader'];
  },
): readonly { readonly name: string; readonly label: string }[] {
  return orderColumns(columns, schema['properties']).map((column) => ({
    name: column,
    label: toMemberLabel(schema, {
      name: column,
      schema: reader.read(reader.member(schema, column), undefined),
      value: findValue(rows, column) ?? null,
    }),
  }));
}

/** True while the browser prints the page, so that tables show all of their rows. */
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

/**
 * Orders the columns of a table as in the schema; columns that the schema lacks follow in the order
 * of the data.
 */
function orderColumns(columns: readonly string[], properties: unknown): readonly string[] {
  const declared = isRecord(properties) ? Object.keys(properties) : [];
  const columnSet = new Set(columns);
  const first = declared.filter((name) => columnSet.has(name));
  const named = new Set(first);
  return [...first, ...columns.filter((name) => !named.has(name))];
}

/**
 * Draws the head of a column. Clicks sort the table by it in ascending order, then in descending
 * order, then not at all.
 */
function HeadCell({
  label,
  direction,
  isNumber,
  onSort,
}: {
  readonly label: string;
  /** The direction in which this column sorts the table; `undefined` if it does not. */
  readonly direction: RowOrder['direction'] | undefined;
  readonly isNumber: boolean;
  readonly onSort: (direction: RowOrder['direction'] | undefined) => void;
}): ReactNode {
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

/** Draws the buttons that turn the pages of a long table. They stay in place and keep the focus. */
function Pager({
  page,
  rows,
  name,
  onPage,
}: {
  /** The number of the current page, counted from 0. */
  readonly page: number;
  /** The rows that are shown, from the first to before the end, of those on all pages together. */
  readonly rows: { readonly from: number; readonly end: number; readonly total: number };
  /** The name of the table that has several pages, for screen readers. */
  readonly name: string;
  readonly onPage: (page: number) => void;
}): ReactNode {
  const { messages } = useResult();
  const { language, result: texts } = messages;
  const { end, total } = rows;
  const [from, to, all] = [Math.min(total, rows.from + 1), end, total].map((count) =>
    formatNumber(count, language),
  );
  const isLast = end >= total;
  return (
    <div className={isLast ? 'fw-pages' : 'fw-pages fw-cut'} role="group" aria-label={name}>
      <button
        type="button"
        className="fw-button fw-small"
        aria-disabled={page === 0}
        onClick={() => page > 0 && onPage(page - 1)}
      >
        {texts.previous}
      </button>
      <span role="status">{texts.rows(from ?? '', to ?? '', all ?? '')}</span>
      <button
        type="button"
        className="fw-button fw-small"
        aria-disabled={isLast}
        onClick={() => !isLast && onPage(page + 1)}
      >
        {texts.next}
      </button>
    </div>
  );
}

/** Draws one row of a table of a result. */
function TableRow({
  node,
  row,
  columns,
  decimals,
}: {
  readonly node: ResultValue;
  readonly row: JsonObject;
  readonly columns: readonly string[];
  /** The number of decimals in each column, by the column's name. */
  readonly decimals: ReadonlyMap<string, number>;
}): ReactNode {
  return (
    <tr>
      {columns.map((name) => {
        const value = toCell(row, name);
        return (
          <td key={name} className={typeof value === 'number' ? 'fw-end' : undefined}>
            {value !== undefined && (
              <Cell node={node} name={name} value={value} decimals={decimals.get(name) ?? 0} />
            )}
          </td>
        );
      })}
    </tr>
  );
}

function Cell({
  node,
  name,
  value,
  decimals,
}: {
  readonly node: ResultValue;
  readonly name: string;
  readonly value: Json;
  readonly decimals: number;
}): ReactNode {
  const { find, messages, reader } = useResult();
  if (Array.isArray(value)) {
    const texts = value.map((item) =>
      typeof item === 'number'
        ? formatNumber(item, messages.language)
        : cutVisibleText(toText(item), MAX_TEXT),
    );
    const list = new Intl.ListFormat(messages.language, { type: 'unit', style: 'narrow' });
    return <bdi>{list.format(texts)}</bdi>;
  }
  const cell = { ...toMemberValue(reader, node, { name, value }), decimals };
  const renderer = find(cell);
  // A cell has one line, so a longer value is cut.
  return renderer.isWide === true && typeof value === 'string' ? (
    <bdi>{cutVisibleText(value, MAX_TEXT)}</bdi>
  ) : (
    renderer.draw(cell)
  );
}
