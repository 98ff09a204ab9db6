import { findJsonLoss, isTooDeep, type JsonLoss } from '@formwork/core';

/** The outcome of {@link toWireJson}. */
export type WireJson =
  | { readonly kind: 'json'; readonly value: unknown; /** The JSON. */ readonly text: string }
  | {
      readonly kind: 'not-json';
      readonly cause: unknown;
      /** Present when JSON would take the value, and change it. */
      readonly loss?: JsonLoss;
    };

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

/**
 * Like {@link toWireJson} for what no schema judges afterwards: a value that JSON would change
 * without a word is none, and the cause says what and where.
 */
export function toWholeJson(value: unknown): WireJson {
  const wire = toWireJson(value);
  if (wire.kind === 'not-json') return wire;
  const loss = findJsonLoss(value);
  if (loss === undefined) return wire;
  return { kind: 'not-json', cause: new TypeError(`JSON cannot carry ${loss.shown}`), loss };
}

/** What a message says of a value that is not JSON. */
export function toShownFault(value: unknown, { loss }: WireJson & { kind: 'not-json' }): string {
  if (loss === undefined) return typeof value;
  return loss.pointer === '' ? loss.shown : `${loss.shown} at ${JSON.stringify(loss.pointer)}`;
}
