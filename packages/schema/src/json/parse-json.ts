/**
 * Returns the value of a JSON text; `undefined` for a text that is not JSON. Use `parseJsonText` of
 * `@formwork/schema/json-text` to say where a text stops being JSON.
 *
 * @example
 * parseJson('{"a":1}'); // { a: 1 }
 * parseJson('{a:1}'); // undefined
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
