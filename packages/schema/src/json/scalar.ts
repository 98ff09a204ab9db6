/**
 * True for a value that is neither an object nor an array.
 *
 * @example
 * isScalar(JSON.parse('7')); // true
 */
export function isScalar<Value>(value: Value): value is Exclude<Value, object> {
  return typeof value !== 'object' || value === null;
}
