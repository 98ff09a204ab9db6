/** The outcome of {@link toWireJson}. */
export type WireJson =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'not-json'; readonly cause: unknown };

/**
 * The value as the caller will read it: what JSON keeps of it, and nothing that is shared with
 * the handler. Checking this copy is what makes "valid" mean valid on the wire.
 */
export function toWireJson(value: unknown): WireJson {
  try {
    const text = JSON.stringify(value);
    return text === undefined
      ? { kind: 'not-json', cause: new TypeError(`${typeof value} is no JSON value`) }
      : { kind: 'json', value: JSON.parse(text) };
  } catch (cause) {
    return { kind: 'not-json', cause };
  }
}
