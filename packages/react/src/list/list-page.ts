/** A page of a list: the rows from `start`, counted from 0, up to but not including `end`. */
export interface ListPage {
  readonly start: number;
  readonly end: number;
  readonly total: number;
}

/** Returns the page of a list that contains a row, or the last page if the list is shorter. */
export function toListPage(row: number, total: number, size: number): ListPage {
  const last = Math.max(0, total - 1);
  const start = Math.floor(Math.min(Math.max(row, 0), last) / size) * size;
  return { start, end: Math.min(total, start + size), total };
}
