/** A cell of a spreadsheet: its row and its column, counted from 0. */
export interface SheetCell {
  readonly row: number;
  readonly column: number;
}

/** A block of cells, with its first and its last row and column. */
export interface SheetArea {
  readonly top: number;
  readonly bottom: number;
  readonly start: number;
  readonly end: number;
}

/** The number of rows and columns of a spreadsheet. */
export interface SheetSize {
  readonly rows: number;
  readonly columns: number;
}

/** Returns the block between two cells. */
export function toArea(corner: SheetCell, opposite: SheetCell): SheetArea {
  return {
    top: Math.min(corner.row, opposite.row),
    bottom: Math.max(corner.row, opposite.row),
    start: Math.min(corner.column, opposite.column),
    end: Math.max(corner.column, opposite.column),
  };
}

/** True for a cell within a block. */
export function isWithin(
  { top, bottom, start, end }: SheetArea,
  { row, column }: SheetCell,
): boolean {
  return row >= top && row <= bottom && column >= start && column <= end;
}

/** The rows by which Page Up and Page Down move. */
const PAGE = 10;

/**
 * Returns the cell to which a key leads from another one; `undefined` for a key that leads nowhere.
 * With Ctrl or Cmd, Home and End lead to the first and the last row.
 */
export function moveBy(
  {
    key,
    ctrlKey,
    metaKey,
  }: {
    readonly key: string;
    readonly ctrlKey: boolean;
    readonly metaKey: boolean;
  },
  { row, column }: SheetCell,
  { rows, columns, isRightToLeft }: SheetSize & { readonly isRightToLeft: boolean },
): SheetCell | undefined {
  const isFar = ctrlKey || metaKey;
  const ahead = isRightToLeft ? -1 : 1;
  const steps: Readonly<Record<string, readonly [number, number]>> = {
    ArrowUp: [isFar ? -rows : -1, 0],
    ArrowDown: [isFar ? rows : 1, 0],
    ArrowLeft: [0, isFar ? -ahead * columns : -ahead],
    ArrowRight: [0, isFar ? ahead * columns : ahead],
    PageUp: [-PAGE, 0],
    PageDown: [PAGE, 0],
    Home: [isFar ? -rows : 0, -columns],
    End: [isFar ? rows : 0, columns],
  };
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  if (step === undefined) return undefined;
  return clampCell({ row: row + step[0], column: column + step[1] }, { rows, columns });
}

/** Returns the nearest cell within a spreadsheet. */
export function clampCell({ row, column }: SheetCell, { rows, columns }: SheetSize): SheetCell {
  return {
    row: Math.min(Math.max(0, row), Math.max(0, rows - 1)),
    column: Math.min(Math.max(0, column), columns - 1),
  };
}

/** Returns the cell after another one, at the beginning of the next row after the last column. */
export function toNextCell({ row, column }: SheetCell, { rows, columns }: SheetSize): SheetCell {
  if (column + 1 < columns) return { row, column: column + 1 };
  return row + 1 < rows ? { row: row + 1, column: 0 } : { row, column };
}
