import type { Json, JsonSchema } from '@formwork/schema';
import { useMore } from '../theme/use-more.ts';
import { type ErrorSchema, type FieldPathId } from '../rjsf.ts';
import { formatNumber } from '../text/format-number.ts';
import { findRoot } from '../text/shadow-root.ts';
import { toFieldElementId } from '../theme/element-ids.ts';
import { useFormSettings } from '../theme/form-settings.ts';
import {
  fromCellText,
  isOfNumbers,
  type SheetColumn,
  toCellText,
  toEmptyCell,
} from './cell-text.ts';
import { pickErrors } from './row-props.ts';
import {
  clampCell,
  isWithin,
  moveBy,
  type SheetArea,
  type SheetCell,
  toArea,
  toNextCell,
} from './sheet-area.ts';
import { SheetEditor } from './sheet-editor.tsx';
import {
  copyCells,
  pasteCells,
  readCellValue,
  tellPasted,
  toBlock,
  writeCells,
} from './sheet-values.ts';
import {
  type ClipboardEvent,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

interface SpreadsheetProps {
  readonly label: string;
  readonly columns: readonly SheetColumn[];
  readonly items: readonly unknown[];
  /** Makes a row that nothing was entered in. */
  readonly createRow: () => unknown;
  readonly place: FieldPathId;
  readonly errorSchema: ErrorSchema | undefined;
  readonly isFixed: boolean;
  /** The maximum number of rows; absent for any number. */
  readonly maxItems?: number | undefined;
  readonly isValid: (schema: JsonSchema, value: Json) => boolean;
  readonly onChange: (items: readonly unknown[]) => void;
  /** Called with the first of the rows that are removed, and their number. */
  readonly onRemove: (row: number, count: number) => void;
}

/** The height of a row and of the part of the list that is shown, in pixels. */
const ROW_HEIGHT = 33;
const SHOWN_HEIGHT = 420;

/** The number of rows that are drawn before and after those that are shown. */
const MARGIN = 8;

/** Matches the control in the cell that is being edited. */
const EDITOR = 'td input, td select';

/** The keys that do not begin to edit a cell although they are one character long. */
const MAX_KEY = 1;

/**
 * Draws a list of flat objects as a spreadsheet: a grid of cells that people move in by arrow keys,
 * type into, copy from and paste blocks into. Only the rows in view are drawn.
 */
export function Spreadsheet(props: SpreadsheetProps): ReactNode {
  const { label, columns, items, place, errorSchema, isFixed, maxItems, onChange, onRemove } =
    props;
  const { messages, prefix, revealing } = useFormSettings();
  const more = useMore();
  const [active, setActive] = useState<SheetCell>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<SheetCell>();
  const [editing, setEditing] = useState<string>();
  const [top, setTop] = useState(0);
  const [told, setTold] = useState({ text: '', isLoss: false });
  const box = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const size = { rows: items.length, columns: columns.length };
  const cell = clampCell(active, size);
  const area = toArea(anchor === undefined ? cell : clampCell(anchor, size), cell);
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - MARGIN);
  const last = Math.min(items.length, first + Math.ceil(SHOWN_HEIGHT / ROW_HEIGHT) + 2 * MARGIN);
  // What is typed in the active cell stays when somebody scrolls it out of view, and so does the focus.
  const drawn = Array.from({ length: Math.max(0, last - first) }, (_row, at) => first + at);
  if (cell.row < first) drawn.unshift(cell.row);
  else if (cell.row >= last && cell.row < items.length) drawn.push(cell.row);
  const chosen = area.bottom - area.top + 1;
  const { path } = place;

  function toCellId({ row, column }: SheetCell): string {
    return toFieldElementId(prefix, [...path, row, columns[column]?.name ?? '']);
  }

  // An effect that runs later, such as that of a scroll, would focus the cell of its own drawing in
  // place of the one that a key has chosen meanwhile.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const element = findRoot(box.current).getElementById(toCellId(cell));
    if (editing === undefined) element?.focus();
    else element?.querySelector<HTMLElement>('input, select')?.focus();
  });

  useEffect(() => {
    const reveal = (wanted: readonly string[]): void => {
      const isHere = path.every((name, at) => String(name) === wanted[at]);
      const row = Number(wanted[path.length]);
      if (!isHere || Number.isNaN(row)) return;
      const column = columns.findIndex(({ name }) => name === wanted[path.length + 1]);
      go({ row, column: Math.max(0, column) }, false);
    };
    revealing.lists.add(reveal);
    return () => void revealing.lists.delete(reveal);
  });

  /** Makes a cell the active one, in view and with the focus. */
  function go(to: SheetCell, isExtending: boolean, count = items.length): void {
    const next = clampCell(to, { rows: count, columns: columns.length });
    setAnchor(isExtending ? (anchor ?? cell) : undefined);
    setActive(next);
    setEditing(undefined);
    wantsFocus.current = true;
    const from = next.row * ROW_HEIGHT;
    const view = box.current;
    if (view === null) return;
    const isAbove = from < view.scrollTop;
    const isBelow = from + 2 * ROW_HEIGHT > view.scrollTop + view.clientHeight;
    if (isAbove) view.scrollTop = from;
    else if (isBelow) view.scrollTop = from + 2 * ROW_HEIGHT - view.clientHeight;
    // The rows are drawn before the browser reports that it has scrolled.
    setTop(view.scrollTop);
  }

  function edit(text: string): void {
    if (isFixed || items.length === 0) return;
    setEditing(text);
    wantsFocus.current = true;
  }

  function commit(text: string, next: SheetCell | undefined): void {
    const column = columns[cell.column];
    if (column !== undefined && text !== toCellText(read(cell), column, messages)) {
      const value = fromCellText(text, column, messages);
      onChange(writeCells(items, toArea(cell, cell), () => [column.name, value]));
    }
    setEditing(undefined);
    if (next !== undefined) go(next, false);
  }

  function read({ row, column }: SheetCell): unknown {
    return readCellValue(items, row, columns[column]?.name ?? '');
  }

  function empty(cleared: SheetArea): void {
    const toEmptied = (at: number): readonly [string, Json | undefined] | undefined => {
      const column = columns[at];
      return column && [column.name, toEmptyCell(column)];
    };
    onChange(writeCells(items, cleared, ({ column }) => toEmptied(column)));
  }

  function addRow(): void {
    onChange([...items, props.createRow()]);
    go({ row: items.length, column: 0 }, false, items.length + 1);
  }

  function removeRows(): void {
    onRemove(area.top, chosen);
    go({ row: area.top, column: cell.column }, false, items.length - chosen);
  }

  function press(event: KeyboardEvent): void {
    if (editing !== undefined) return;
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isRightToLeft = messages.direction === 'rtl';
    const next = moveBy(event, cell, { ...size, isRightToLeft });
    if (next !== undefined) go(next, shiftKey);
    else if ((key === 'Enter' && !ctrlKey && !metaKey) || key === 'F2') edit(toActiveText());
    else if (key === 'Delete' || key === 'Backspace') {
      if (!isFixed) empty(area);
    } else if (key === 'Escape') setAnchor(undefined);
    else if (key === 'a' && (ctrlKey || metaKey)) {
      setAnchor({ row: 0, column: 0 });
      setActive({ row: items.length - 1, column: columns.length - 1 });
    } else if (key.length === MAX_KEY && !ctrlKey && !metaKey && !altKey)
      edit(key === ' ' ? '' : key);
    else return;
    event.preventDefault();
  }

  function toActiveText(): string {
    const column = columns[cell.column];
    return column === undefined ? '' : toCellText(read(cell), column, messages);
  }

  function copy(event: ClipboardEvent, isCut: boolean): void {
    if (editing !== undefined) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', copyCells({ items, columns, messages }, area));
    if (isCut && !isFixed) empty(area);
  }

  function paste(event: ClipboardEvent): void {
    if (editing !== undefined || isFixed) return;
    event.preventDefault();
    event.stopPropagation();
    const text = event.clipboardData.getData('text/plain');
    const cells = toBlock(text);
    if (cells.length === 0) return;
    const at = { row: area.top, column: area.start };
    const pasted = pasteCells({ items, columns, messages }, { cells, at, area });
    onChange(pasted.items);
    setAnchor(at);
    setActive({ row: pasted.area.bottom, column: pasted.area.end });
    setTold(tellPasted(pasted, items.length, { more, messages }));
  }

  if (more === undefined) return <div className="fw-waiting" aria-busy="true" />;
  const { sheet } = more;
  const canAdd = maxItems === undefined || items.length < maxItems;
  const errors = toErrors(errorSchema, cell, columns);
  return (
    <>
      <div
        className="fw-sheet-box"
        ref={box}
        onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      >
        <table
          className="fw-sheet"
          role="grid"
          aria-label={label}
          aria-multiselectable
          aria-rowcount={items.length + 1}
          aria-colcount={columns.length + 1}
          aria-readonly={isFixed || undefined}
          onKeyDown={press}
          onCopy={(event) => copy(event, false)}
          onCut={(event) => copy(event, true)}
          onPaste={paste}
        >
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">
                <span className="fw-hidden">{messages.rowNumber}</span>
              </th>
              {columns.map((column) => (
                <th key={column.name} scope="col" data-fw-number={isOfNumbers(column) || undefined}>
                  {column.label}
                  {column.isRequired && <span className="fw-note"> ({messages.required})</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {drawn.map((row, nth) => (
              <Fragment key={row}>
                <Spacer rows={row - (drawn[nth - 1] ?? -1) - 1} />
                <tr aria-rowindex={row + 2}>
                  <th scope="row">{formatNumber(row + 1, messages.language)}</th>
                  {columns.map((column, at) => {
                    const here = { row, column: at };
                    const isActive = row === cell.row && at === cell.column;
                    const value = read(here);
                    const text = toCellText(value, column, messages);
                    const isWrong =
                      toErrors(errorSchema, here, columns).length > 0 ||
                      (value !== undefined && !props.isValid(column.schema, value as Json));
                    return (
                      <td
                        key={column.name}
                        id={toCellId(here)}
                        role="gridcell"
                        tabIndex={isActive ? 0 : -1}
                        aria-selected={isWithin(area, here)}
                        aria-invalid={isWrong || undefined}
                        data-fw-number={typeof value === 'number' || undefined}
                        onMouseDown={(event) => {
                          if (isActive && editing !== undefined) return;
                          event.preventDefault();
                          // What is typed in another cell is taken over as its editor is left.
                          box.current?.querySelector<HTMLElement>(EDITOR)?.blur();
                          go(here, event.shiftKey);
                        }}
                        onMouseEnter={(event) => {
                          if (event.buttons === 1 && editing === undefined) go(here, true);
                        }}
                        onDoubleClick={() => edit(text)}
                      >
                        {isActive && editing !== undefined ? (
                          <SheetEditor
                            column={column}
                            label={messages.cell(column.label, messages.rowLabel(label, row + 1))}
                            text={editing}
                            onText={setEditing}
                            onEnd={(ended, key) => {
                              if (ended === undefined) {
                                setEditing(undefined);
                                wantsFocus.current = true;
                                return;
                              }
                              const below = { row: row + 1, column: at };
                              const next =
                                key === 'Tab'
                                  ? toNextCell(here, size)
                                  : key === 'Enter'
                                    ? below
                                    : undefined;
                              commit(ended, next);
                              if (key !== undefined) wantsFocus.current = true;
                            }}
                          />
                        ) : (
                          <bdi>{text}</bdi>
                        )}
                      </td>
                    );
                  })}
                </tr>
              </Fragment>
            ))}
            <Spacer rows={items.length - (drawn.at(-1) ?? -1) - 1} />
          </tbody>
        </table>
        {items.length === 0 && <p className="fw-note">{messages.noRows}</p>}
      </div>
      <div className="fw-error">
        {errors.map((error) => (
          <p key={error}>{error}</p>
        ))}
      </div>
      <p className="fw-help">{sheet.keys}</p>
      <p role="status" className={told.isLoss ? 'fw-note' : 'fw-hidden'}>
        {told.text}
      </p>
      {!isFixed && (
        <div className="fw-actions-bar">
          {canAdd && (
            <button type="button" className="fw-button" onClick={addRow}>
              {sheet.addRow}
            </button>
          )}
          {items.length > 0 && (
            <button type="button" className="fw-button" onClick={removeRows}>
              {sheet.removeRows(chosen, formatNumber(chosen, messages.language))}
            </button>
          )}
        </div>
      )}
    </>
  );
}

/** Draws the room of rows that are not drawn because they are out of view. */
function Spacer({ rows }: { readonly rows: number }): ReactNode {
  if (rows <= 0) return null;
  return <tr aria-hidden="true" style={{ blockSize: rows * ROW_HEIGHT }} />;
}

function toErrors(
  errors: ErrorSchema | undefined,
  { row, column }: SheetCell,
  columns: readonly SheetColumn[],
): readonly string[] {
  const name = columns[column]?.name ?? '';
  const { __errors: own = [] } = pickErrors(pickErrors(errors, row), name);
  return own;
}
