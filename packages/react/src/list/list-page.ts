/** A part of a list: rows from `start`, counted from 0, up to but without `end`. */
export interface ListPage {
  readonly start: number;
  readonly end: number;
  readonly total: number;
}

/** The page that holds a row, or the last one if there is no such row. */
export function toListPage(row: number, total: number, size: number): ListPage {
  const last = Math.max(0, total - 1);
  const start = Math.floor(Math.min(Math.max(row, 0), last) / size) * size;
  return { start, end: Math.min(total, start + size), total };
}
