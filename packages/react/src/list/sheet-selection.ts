import type { Json, JsonSchema } from '@formwork/schema';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ErrorSchema, FieldPathId } from '../rjsf.ts';
import { findRoot } from '../text/shadow-root.ts';
import { toFieldElementId } from '../theme/element-ids.ts';
import { useFormSettings } from '../theme/form-settings.ts';
import type { SheetColumn } from './cell-text.ts';
import { clampCell, type SheetArea, type SheetCell, type SheetSize, toArea } from './sheet-area.ts';

/** Properties of a spreadsheet: the list that it draws, and what its rows may hold. */
export interface SheetProps {
  readonly label: string;
  readonly columns: readonly SheetColumn[];
  readonly items: readonly unknown[];
  /** Makes a row that nothing was entered in. */
  readonly createRow: () => unknown;
  readonly fieldPath: FieldPathId;
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
export const ROW_HEIGHT = 33;
const SHOWN_HEIGHT = 420;

/** The number of rows that are drawn before and after those that are shown. */
const MARGIN = 8;

/** The chosen cells of a spreadsheet, the one that is edited, and the rows in view. */
export interface SheetSelection {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly size: SheetSize;
  /** The active cell, which has the focus. */
  readonly cell: SheetCell;
  readonly area: SheetArea;
  /** The text in the editor of the active cell; `undefined` while it is not edited. */
  readonly editing: string | undefined;
  /** The rows to draw, in their order. */
  readonly drawn: readonly number[];
  readonly toCellId: (cell: SheetCell) => string;
  /** Makes a cell the active one, in view and with the focus; `count` is the number of rows. */
  readonly go: (to: SheetCell, isExtending: boolean, count?: number) => void;
  /** Chooses the cells between two; without the second, only the active one stays chosen. */
  readonly choose: (anchor: SheetCell | undefined, active?: SheetCell) => void;
  readonly setEditing: (text: string | undefined) => void;
  /** Gives the active cell, or its editor, the focus once it is drawn. */
  readonly focus: () => void;
  readonly scroll: (top: number) => void;
}

/** Holds the selection of a spreadsheet. */
export function useSheetSelection({ columns, items, fieldPath }: SheetProps): SheetSelection {
  const { prefix, revealing } = useFormSettings();
  const [active, setActive] = useState<SheetCell>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<SheetCell>();
  const [editing, setEditing] = useState<string>();
  const [top, setTop] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const size = { rows: items.length, columns: columns.length };
  const cell = clampCell(active, size);
  const { path } = fieldPath;

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
    const reveal = (target: readonly string[]): void => {
      const isHere = path.every((name, at) => String(name) === target[at]);
      const row = Number(target[path.length]);
      if (!isHere || Number.isNaN(row)) return;
      const column = columns.findIndex(({ name }) => name === target[path.length + 1]);
      go({ row, column: Math.max(0, column) }, false);
    };
    revealing.lists.add(reveal);
    return () => void revealing.lists.delete(reveal);
  });

  function go(to: SheetCell, isExtending: boolean, count = items.length): void {
    const next = clampCell(to, { rows: count, columns: columns.length });
    setAnchor(isExtending ? (anchor ?? cell) : undefined);
    setActive(next);
    setEditing(undefined);
    wantsFocus.current = true;
    const view = box.current;
    if (view === null) return;
    const from = next.row * ROW_HEIGHT;
    const isAbove = from < view.scrollTop;
    const isBelow = from + 2 * ROW_HEIGHT > view.scrollTop + view.clientHeight;
    if (isAbove) view.scrollTop = from;
    else if (isBelow) view.scrollTop = from + 2 * ROW_HEIGHT - view.clientHeight;
    // The rows are drawn before the browser reports that it has scrolled.
    setTop(view.scrollTop);
  }

  return {
    box,
    size,
    cell,
    area: toArea(anchor === undefined ? cell : clampCell(anchor, size), cell),
    editing,
    drawn: listDrawn(top, cell, items.length),
    toCellId,
    go,
    choose(from, to) {
      setAnchor(from);
      if (to !== undefined) setActive(to);
    },
    setEditing,
    focus() {
      wantsFocus.current = true;
    },
    scroll: setTop,
  };
}

/** Lists the rows to draw if the view begins `top` pixels below the first one. */
function listDrawn(top: number, { row }: SheetCell, count: number): readonly number[] {
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - MARGIN);
  const last = Math.min(count, first + Math.ceil(SHOWN_HEIGHT / ROW_HEIGHT) + 2 * MARGIN);
  const drawn = Array.from({ length: Math.max(0, last - first) }, (_row, at) => first + at);
  // What is typed in the active cell stays when a person scrolls it out of view, and so does the
  // focus.
  if (row < first) return [row, ...drawn];
  return row >= last && row < count ? [...drawn, row] : drawn;
}
