import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { useFormSettings } from '../theme/form-settings.ts';
import { useLazyMessages } from '../theme/use-lazy-messages.ts';
import { fromCellText, toCellText, toEmptyCell } from './cell-text.ts';
import { readBlock, readClipboard } from './pasted-rows.ts';
import { moveBy, type SheetArea, type SheetCell, toArea, toNextCell } from './sheet-area.ts';
import type { SheetProps, SheetSelection } from './sheet-selection.ts';
import { copyCells, pasteCells, readCellValue, tellPasted, writeCells } from './sheet-values.ts';

/** The keys that do not begin to edit a cell although they are one character long. */
const MAX_KEY = 1;

/** The edits that people make in the cells of a spreadsheet. */
export interface SheetEdits {
  /** The note about what was pasted last. */
  readonly note: { readonly text: string; readonly isLoss: boolean };
  readonly read: (cell: SheetCell) => unknown;
  /** Begins to edit the active cell with a text. */
  readonly edit: (text: string) => void;
  /**
   * Ends to edit a cell. Without a text, it stays as it was; the key with which the editor was left
   * says which cell comes next.
   */
  readonly end: (cell: SheetCell, text: string | undefined, key: string | undefined) => void;
  readonly press: (event: KeyboardEvent) => void;
  readonly copy: (event: ClipboardEvent, isCut: boolean) => void;
  readonly paste: (event: ClipboardEvent) => void;
  readonly addRow: () => void;
  /** Removes the chosen rows. */
  readonly removeRows: () => void;
}

/** Makes the edits of the selected cells. */
export function useSheetEdits(props: SheetProps, selection: SheetSelection): SheetEdits {
  const { columns, items, isFixed, onChange } = props;
  const { area, cell, editing, size, go, choose, setEditing } = selection;
  const { messages } = useFormSettings();
  const lazyMessages = useLazyMessages();
  const [note, setNote] = useState({ text: '', isLoss: false });
  const sheet = { items, columns, messages };

  function read({ row, column }: SheetCell): unknown {
    return readCellValue(items, row, columns[column]?.name ?? '');
  }

  function readText(): string {
    const column = columns[cell.column];
    return column === undefined ? '' : toCellText(read(cell), column, messages);
  }

  function edit(text: string): void {
    if (isFixed || items.length === 0) return;
    setEditing(text);
    selection.focus();
  }

  function empty(cleared: SheetArea): void {
    onChange(
      writeCells(items, cleared, ({ column: at }) => {
        const column = columns[at];
        return column && [column.name, toEmptyCell(column)];
      }),
    );
  }

  return {
    note,
    read,
    edit,
    end(position, text, key) {
      const column = columns[cell.column];
      if (text !== undefined && column !== undefined && text !== readText()) {
        const value = fromCellText(text, column, messages);
        onChange(writeCells(items, toArea(cell, cell), () => [column.name, value]));
      }
      setEditing(undefined);
      const below = { row: position.row + 1, column: position.column };
      const next = key === 'Tab' ? toNextCell(position, size) : key === 'Enter' ? below : undefined;
      if (text !== undefined && next !== undefined) go(next, false);
      if (text === undefined || key !== undefined) selection.focus();
    },
    press(event) {
      if (editing !== undefined) return;
      const { key } = event;
      const isRightToLeft = messages.direction === 'rtl';
      const next = moveBy(event, cell, { ...size, isRightToLeft });
      const isCommand = event.ctrlKey || event.metaKey;
      if (next !== undefined) go(next, event.shiftKey);
      else if ((key === 'Enter' && !isCommand) || key === 'F2') edit(readText());
      else if (key === 'Delete' || key === 'Backspace') {
        if (!isFixed) empty(area);
      } else if (key === 'Escape') choose(undefined);
      else if (key === 'a' && isCommand) {
        choose({ row: 0, column: 0 }, { row: items.length - 1, column: columns.length - 1 });
      } else if (key.length === MAX_KEY && !isCommand && !event.altKey) {
        edit(key === ' ' ? '' : key);
      } else return;
      event.preventDefault();
    },
    copy(event, isCut) {
      if (editing !== undefined) return;
      event.preventDefault();
      event.clipboardData.setData('text/plain', copyCells(sheet, area));
      if (isCut && !isFixed) empty(area);
    },
    paste(event) {
      if (editing !== undefined || isFixed) return;
      event.preventDefault();
      event.stopPropagation();
      const cells = readBlock(readClipboard(event.clipboardData));
      if (cells.length === 0 || lazyMessages === undefined) return;
      const at = { row: area.top, column: area.start };
      const pasted = pasteCells(sheet, { cells, at, area });
      onChange(pasted.items);
      choose(at, { row: pasted.area.bottom, column: pasted.area.end });
      setNote(tellPasted(pasted, items.length, { lazyMessages, messages }));
    },
    addRow() {
      onChange([...items, props.createRow()]);
      go({ row: items.length, column: 0 }, false, items.length + 1);
    },
    removeRows() {
      const count = area.bottom - area.top + 1;
      props.onRemove(area.top, count);
      go({ row: area.top, column: cell.column }, false, items.length - count);
    },
  };
}
