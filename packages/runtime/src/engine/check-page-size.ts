/** Throws `RangeError` unless a page may have this size. */
export function checkPageSize(pageSize: number): void {
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > 100) {
    throw new RangeError(
      `Cannot list tasks as pageSize must be an integer from 1 to 100: current value is ${pageSize}`,
    );
  }
}
