import { useContext, useEffect, useRef, useState } from 'react';
import type { ErrorSchema, FieldPathList, FieldProps } from '../rjsf.ts';
import { findRoot } from '../text/shadow-root.ts';
import { useFormSettings } from '../theme/form-settings.ts';
import { RowHoldContext, type PendingCount } from '../theme/pending-count.ts';
import { isRestored, leadsInto } from '../theme/sought-path.ts';
import { toListPage, type ListPage } from './list-page.ts';

/** The part of a row that gets the focus after the rows have changed. */
export type RowPart = 'field' | 'remove' | 'up' | 'down';

/** The state of the rows of a list, and the actions on them. Rows are counted from 0. */
export interface Rows {
  /** The React key of each row, which moves together with the row. */
  readonly keys: readonly number[];
  readonly page: ListPage;
  /** The rows to draw: those of the page, and those whose fields hold something unfinished. */
  readonly drawn: readonly number[];
  readonly toHold: (row: number) => PendingCount;
  readonly isHeld: (row: number) => boolean;
  readonly isOpen: (row: number) => boolean;
  readonly toggle: (row: number) => void;
  readonly show: (row: number) => void;
  readonly add: (value: unknown) => void;
  /** Removes rows from `row` on; `count` is their number. Default 1. */
  readonly remove: (row: number, count?: number) => void;
  readonly move: (row: number, by: 1 | -1) => void;
}

/** The part of a row that gets the focus once the list has the expected number of rows. */
interface PlannedFocus {
  readonly row: number;
  readonly part: RowPart;
  readonly count: number;
}

const FOCUSABLE =
  'input:not(:disabled), textarea:not(:disabled), select:not(:disabled), [tabindex="0"]';

let lastKey = 0;

/** Makes the id of the element around a row from the id of its list. */
export function toRowId(list: string, row: number): string {
  return `${list}--row${row}`;
}

/** Makes the id of the button that adds a row from the id of its list. */
export function toAddId(list: string): string {
  return `${list}--add`;
}

/** Holds the state of a list's rows: their keys, the shown page, and the open rows. */
export function useRows(
  props: Pick<FieldProps, 'onChange'> & {
    readonly errorSchema: ErrorSchema | undefined;
    readonly path: FieldPathList;
    readonly items: readonly unknown[];
    /** The id of the list's element. */
    readonly id: string;
  },
): Rows {
  const { items, path, id, errorSchema, onChange } = props;
  const { revealing, restored, pageSize } = useFormSettings();
  const outer = useContext(RowHoldContext);
  /** The holds of the rows that were drawn, by their keys. */
  const holds = useRef(new Map<number, PendingCount>());
  const setFocus = usePlannedFocus(id, items.length);
  const keysRef = useRef<readonly number[]>([]);
  keysRef.current = toKeys(keysRef.current, items.length);
  const keys = keysRef.current;
  const revealedRow = toWantedRow(revealing.path, path);
  const [shownRow, setShownRow] = useState(revealedRow ?? 0);
  const [open, setOpen] = useState<ReadonlyMap<number, boolean>>(
    () => new Map(revealedRow === undefined ? [] : [[keys[revealedRow] ?? 0, true]]),
  );
  const page = toListPage(shownRow, items.length, pageSize);
  const isOpen = (row: number): boolean =>
    open.get(keys[row] ?? 0) ?? hasErrors(toErrors(errorSchema)[row]);

  function toHold(row: number): PendingCount {
    const key = keys[row] ?? 0;
    const hold = holds.current.get(key) ?? { count: 0, outer };
    holds.current.set(key, hold);
    return hold;
  }

  function isHeld(row: number): boolean {
    if ((holds.current.get(keys[row] ?? 0)?.count ?? 0) > 0) return true;
    return isRestored([...path, row], restored);
  }

  useEffect(() => {
    const reveal = (target: readonly string[]): void => {
      const row = toWantedRow(target, path);
      if (row === undefined) return;
      setShownRow(row);
      setOpen((now) => new Map(now).set(keysRef.current[row] ?? 0, true));
    };
    revealing.lists.add(reveal);
    return () => void revealing.lists.delete(reveal);
  }, [revealing, path]);

  function change(next: readonly unknown[], nextKeys: readonly number[]): void {
    const errors = toErrors(errorSchema);
    const moved = nextKeys.flatMap((key, row) => {
      const rowErrors = errors[keys.indexOf(key)];
      return rowErrors === undefined ? [] : [[String(row), rowErrors] as const];
    });
    keysRef.current = nextKeys;
    const nextErrors: Record<string, unknown> = Object.fromEntries(moved);
    onChange(next, path, errorSchema === undefined ? undefined : (nextErrors as ErrorSchema));
  }

  return {
    keys,
    page,
    drawn: keys.flatMap((_key, row) =>
      (row >= page.start && row < page.end) || isHeld(row) ? [row] : [],
    ),
    toHold,
    isHeld,
    isOpen,
    toggle(row) {
      setOpen((now) => new Map(now).set(keys[row] ?? 0, !isOpen(row)));
    },
    show: setShownRow,
    add(value) {
      const key = (lastKey += 1);
      setOpen((now) => new Map(now).set(key, true));
      setShownRow(items.length);
      setFocus({ row: items.length, part: 'field', count: items.length + 1 });
      change([...items, value], [...keys, key]);
    },
    remove(row, count = 1) {
      setFocus({ row, part: 'remove', count: items.length - count });
      change(items.toSpliced(row, count), keys.toSpliced(row, count));
    },
    move(row, by) {
      const to = row + by;
      setShownRow(to);
      setFocus({ row: to, part: by < 0 ? 'up' : 'down', count: items.length });
      change(
        items.toSpliced(row, 1).toSpliced(to, 0, items[row]),
        keys.toSpliced(row, 1).toSpliced(to, 0, keys[row] ?? 0),
      );
    },
  };
}

/** Gives a part of a row the focus once the list has as many rows as was planned. */
function usePlannedFocus(id: string, count: number): (focus: PlannedFocus) => void {
  const { revealing } = useFormSettings();
  const [focus, setFocus] = useState<PlannedFocus>();
  useEffect(() => {
    if (focus === undefined || focus.count !== count) return;
    setFocus(undefined);
    const root = findRoot(revealing.frame.current);
    const row = root.getElementById(toRowId(id, Math.min(focus.row, count - 1)));
    (findPart(row, focus.part) ?? root.getElementById(toAddId(id)))?.focus();
  }, [focus, id, count, revealing]);
  return setFocus;
}

/**
 * Returns the position of the row that contains a path of the data; `undefined` if the path is not
 * in this list.
 */
function toWantedRow(target: readonly string[], path: FieldPathList): number | undefined {
  const isWithin = target.length > path.length && leadsInto(path, target);
  const row = Number(isWithin ? target[path.length] : undefined);
  return Number.isNaN(row) ? undefined : row;
}

/**
 * Adjusts the keys to the number of rows. If the data change from outside, keys are added or
 * removed at the end.
 */
function toKeys(keys: readonly number[], count: number): readonly number[] {
  if (keys.length === count) return keys;
  const added = Array.from({ length: Math.max(0, count - keys.length) }, () => (lastKey += 1));
  return [...keys.slice(0, count), ...added];
}

function findPart(row: HTMLElement | null, part: RowPart): HTMLElement | null | undefined {
  const find = (name: string): HTMLElement | null | undefined =>
    row?.querySelector<HTMLElement>(`:scope > [data-fw-buttons] > [data-fw-do="${name}"]`);
  if (part === 'remove') return find(part);
  // The first and the last row can move in one direction only, so the other button gets the focus.
  if (part !== 'field') return find(part) ?? find(part === 'up' ? 'down' : 'up');
  const body = row?.querySelector('[data-fw-body]') ?? row;
  return body?.querySelector<HTMLElement>(FOCUSABLE) ?? row?.querySelector('button');
}

function toErrors(errors: unknown): Readonly<Record<string, unknown>> {
  return typeof errors === 'object' && errors !== null ? { ...errors } : {};
}

function hasErrors(errors: unknown): boolean {
  return typeof errors === 'object' && errors !== null && Object.keys(errors).length > 0;
}
