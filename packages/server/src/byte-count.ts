const UNITS = ['b', 'kb', 'mb', 'gb', 'tb', 'pb'];

const TEXT = /^(?<count>\d+(?:\.\d+)?) *(?<unit>[kmgtp]?b)?$/u;

/**
 * Parses a number of bytes as express does: `1mb` is 1,048,576.
 *
 * @throws RangeError for text that names no number of bytes
 */
export function parseByteCount(value: number | string): number {
  if (typeof value === 'number') return value;
  const { count, unit = 'b' } = TEXT.exec(value.toLowerCase())?.groups ?? {};
  if (count === undefined) {
    throw new RangeError(
      `Cannot read a number of bytes because it must be one such as "1mb": current value is ${JSON.stringify(value)}`,
    );
  }
  return Math.floor(Number(count) * 1024 ** UNITS.indexOf(unit));
}
