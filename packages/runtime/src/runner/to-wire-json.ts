import { isTooDeep } from '@formwork/core';

/** The outcome of {@link toWireJson}. */
export type WireJson =
  | { readonly kind: 'json'; readonly value: unknown; /** The JSON. */ readonly text: string }
  | { readonly kind: 'not-json'; readonly cause: unknown };

/**
 * The value as the caller will read it: what JSON keeps of it, and nothing that is shared with
 * the handler. Checking this copy is what makes "valid" mean valid on the wire.
 */
export function toWireJson(value: unknown): WireJson {
  try {
    const text = JSON.stringify(value);
    if (text === undefined) {
      return { kind: 'not-json', cause: new TypeError(`${typeof value} is no JSON value`) };
    }
    const copy: unknown = JSON.parse(text);
    // What callers must not send us, we must not send them: their decoders are recursive too.
    return isTooDeep(copy)
      ? { kind: 'not-json', cause: new RangeError('the value is nested too deep') }
      : { kind: 'json', value: copy, text };
  } catch (cause) {
    return { kind: 'not-json', cause };
  }
}
