import type { Json } from '@formwork/schema';
import { Fragment, type ReactNode } from 'react';
import type { ErrorSchema } from '../rjsf.ts';
import { formatNumber } from '../text/format-number.ts';
import { useFormSettings } from '../theme/form-settings.ts';
import { useLazyMessages } from '../theme/use-lazy-messages.ts';
import { isOfNumbers, type SheetColumn, toCellText } from './cell-text.ts';
import { pickErrors } from './row-props.ts';
import { isWithin, type SheetCell } from './sheet-area.ts';
import { SheetEditor } from './sheet-editor.tsx';
import { type SheetEdits, useSheetEdits } from './sheet-edits.ts';
import {
  ROW_HEIGHT,
  type SheetProps,
  type SheetSelection,
  useSheetSelection,
} from './sheet-selection.ts';

/** Matches the control in the cell that is being edited. */
const EDITOR = 'td input, td select';

/**
 * Draws a list of flat objects as a spreadsheet: a grid of cells that people move in by arrow keys,
 * type into, copy from and paste blocks into. Only the rows in view are drawn.
 */
export function Spreadsheet(props: SheetProps): ReactNode {
  const { columns, items, isFixed, maxItems } = props;
  const { messages } = useFormSettings();
  const lazyMessages = useLazyMessages();
  const selection = useSheetSelection(props);
  const edits = useSheetEdits(props, selection);
  if (lazyMessages === undefined) return <div className="fw-waiting" aria-busy="true" />;
  const { sheet } = lazyMessages;
  const { area } = selection;
  const chosen = area.bottom - area.top + 1;
  return (
    <>
      <div
        className="fw-sheet-box"
        ref={selection.box}
        onScroll={({ currentTarget }) => selection.scroll(currentTarget.scrollTop)}
      >
        <SheetGrid {...props} selection={selection} edits={edits} />
        {items.length === 0 && <p className="fw-note">{messages.noRows}</p>}
      </div>
      <div className="fw-error">
        {listCellErrors(props.errorSchema, selection.cell, columns).map((error) => (
          <p key={error}>{error}</p>
        ))}
      </div>
      <p className="fw-help">{sheet.keys}</p>
      <p role="status" className={edits.note.isLoss ? 'fw-note' : 'fw-hidden'}>
        {edits.note.text}
      </p>
      {!isFixed && (
        <div className="fw-actions-bar">
          {(maxItems === undefined || items.length < maxItems) && (
            <button type="button" className="fw-button" onClick={edits.addRow}>
              {sheet.addRow}
            </button>
          )}
          {items.length > 0 && (
            <button type="button" className="fw-button" onClick={edits.removeRows}>
              {sheet.removeRows(chosen, formatNumber(chosen, messages.language))}
            </button>
          )}
        </div>
      )}
    </>
  );
}

interface SheetParts extends SheetProps {
  readonly selection: SheetSelection;
  readonly edits: SheetEdits;
}

/** Draws the grid of cells. */
function SheetGrid(props: SheetParts): ReactNode {
  const { label, columns, items, isFixed, selection, edits } = props;
  const { messages } = useFormSettings();
  const { drawn } = selection;
  return (
    <table
      className="fw-sheet"
      role="grid"
      aria-label={label}
      aria-multiselectable
      aria-rowcount={items.length + 1}
      aria-colcount={columns.length + 1}
      aria-readonly={isFixed || undefined}
      onKeyDown={edits.press}
      onCopy={(event) => edits.copy(event, false)}
      onCut={(event) => edits.copy(event, true)}
      onPaste={edits.paste}
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
            <SheetRow {...props} row={row} />
          </Fragment>
        ))}
        <Spacer rows={items.length - (drawn.at(-1) ?? -1) - 1} />
      </tbody>
    </table>
  );
}

/** Draws the room of rows that are not drawn because they are out of view. */
function Spacer({ rows }: { readonly rows: number }): ReactNode {
  if (rows <= 0) return null;
  return <tr aria-hidden="true" style={{ blockSize: rows * ROW_HEIGHT }} />;
}

interface SheetRowProps extends SheetParts {
  /** The position of the row in its list, counted from 0. */
  readonly row: number;
}

/** Draws one row of a spreadsheet. */
function SheetRow(props: SheetRowProps): ReactNode {
  const { messages } = useFormSettings();
  return (
    <tr aria-rowindex={props.row + 2}>
      <th scope="row">{formatNumber(props.row + 1, messages.language)}</th>
      {props.columns.map((column, at) => (
        <GridCell key={column.name} {...props} column={column} at={at} />
      ))}
    </tr>
  );
}

/** Draws one cell: its value as text, or its editor. */
function GridCell(
  props: SheetRowProps & {
    readonly column: SheetColumn;
    /** The position of the column, counted from 0. */
    readonly at: number;
  },
): ReactNode {
  const { row, column, at, columns, selection, edits, label } = props;
  const { messages } = useFormSettings();
  const { cell, editing } = selection;
  const position = { row, column: at };
  const isActive = row === cell.row && at === cell.column;
  const value = edits.read(position);
  const text = toCellText(value, column, messages);
  const isWrong =
    listCellErrors(props.errorSchema, position, columns).length > 0 ||
    (value !== undefined && !props.isValid(column.schema, value as Json));
  return (
    <td
      id={selection.toCellId(position)}
      role="gridcell"
      tabIndex={isActive ? 0 : -1}
      aria-selected={isWithin(selection.area, position)}
      aria-invalid={isWrong || undefined}
      data-fw-number={typeof value === 'number' || undefined}
      onMouseDown={(event) => {
        if (isActive && editing !== undefined) return;
        event.preventDefault();
        // What is typed in another cell is taken over as its editor is left.
        selection.box.current?.querySelector<HTMLElement>(EDITOR)?.blur();
        selection.go(position, event.shiftKey);
      }}
      onMouseEnter={(event) => {
        if (event.buttons === 1 && editing === undefined) selection.go(position, true);
      }}
      onDoubleClick={() => edits.edit(text)}
    >
      {isActive && editing !== undefined ? (
        <SheetEditor
          column={column}
          label={messages.cell(column.label, messages.rowLabel(label, row + 1))}
          text={editing}
          onText={selection.setEditing}
          onEnd={(ended, key) => edits.end(position, ended, key)}
        />
      ) : (
        <bdi>{text}</bdi>
      )}
    </td>
  );
}

/** Lists the problems of a cell. */
function listCellErrors(
  errors: ErrorSchema | undefined,
  { row, column }: SheetCell,
  columns: readonly SheetColumn[],
): readonly string[] {
  const name = columns[column]?.name ?? '';
  const { __errors: texts = [] } = pickErrors(pickErrors(errors, row), name);
  return texts;
}
