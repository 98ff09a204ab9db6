import type { JsonLoss } from '@formwork/schema';
import { findJsonLoss, isTooDeep } from '@formwork/schema/json';

/** The default of the runner's `maxEntryBytes`, in bytes: 1 MiB. */
export const DEFAULT_MAX_ENTRY_BYTES = 1_048_576;

/** The outcome of {@link toWireJson}: the value as JSON, or the reason why it is not JSON. */
export type WireJson =
  | { readonly kind: 'json'; readonly value: unknown; /** The JSON text. */ readonly text: string }
  | {
      readonly kind: 'not-json';
      readonly cause: unknown;
      /** The first part that JSON cannot carry; absent if no part can be named. */
      readonly loss?: JsonLoss;
    };

/**
 * Converts a value to the JSON that the caller will read, as a new copy. Schemas check this copy,
 * so that "valid" means valid as sent.
 */
function toWireJson(value: unknown): WireJson {
  try {
    const text = JSON.stringify(value);
    if (text === undefined) {
      return { kind: 'not-json', cause: new TypeError(`${typeof value} is no JSON value`) };
    }
    const copy: unknown = JSON.parse(text);
    // Values that are too deep to be received are not sent either, because the receiver's decoder
    // may be recursive, too.
    return isTooDeep(copy)
      ? { kind: 'not-json', cause: new RangeError('the value is nested too deep') }
      : { kind: 'json', value: copy, text };
  } catch (cause) {
    return { kind: 'not-json', cause };
  }
}

/**
 * Converts a value as {@link toKeptJson} does, but refuses as well what a door of the agent would
 * change: every door gives the same verdict, whichever the caller has taken.
 */
export function toWholeJson(value: unknown): WireJson {
  return toLosslessJson(value, { forDoors: true });
}

/**
 * Converts a value as {@link toWireJson} does, but refuses one that JSON would silently change; the
 * cause names the change and its place. A schema that checks the JSON later cannot see the change.
 * This is for what leaves the storage through no door.
 */
export function toKeptJson(value: unknown): WireJson {
  return toLosslessJson(value, { forDoors: false });
}

function toLosslessJson(value: unknown, options: { readonly forDoors: boolean }): WireJson {
  const wire = toWireJson(value);
  if (wire.kind === 'not-json') return { ...wire, ...findLoss(value) };
  const loss = findJsonLoss(value, options);
  if (loss === undefined) return wire;
  return { kind: 'not-json', cause: new TypeError(`JSON cannot carry ${loss.shown}`), loss };
}

/** Finds what makes a value no JSON; nothing if the value is too deep, or its `toJSON` throws. */
function findLoss(value: unknown): { readonly loss?: JsonLoss } {
  try {
    const loss = findJsonLoss(value);
    return loss === undefined ? {} : { loss };
  } catch {
    return {};
  }
}

/** Describes, for an error message, the part of a value that JSON or a door cannot carry. */
export function describeFault(
  value: unknown,
  { loss, cause }: WireJson & { kind: 'not-json' },
): string {
  if (loss === undefined) return cause instanceof RangeError ? 'nested too deep' : typeof value;
  const { pointer, shown, expected } = loss;
  const change = pointer === '' ? shown : `${shown} at ${JSON.stringify(pointer)}`;
  return expected === undefined ? change : `${change}, which must be ${expected}`;
}

/** Copies a JSON value, so that its new owner may change it. */
export function copyJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyJson);
  // The spread makes all names own properties, also `__proto__`, so that the assignments below never
  // set a prototype.
  const copy: Record<string, unknown> = { ...value };
  for (const name of Object.keys(copy)) {
    const member = copy[name];
    if (typeof member === 'object' && member !== null) copy[name] = copyJson(member);
  }
  return copy;
}

/** The largest number of UTF-8 bytes that one UTF-16 unit of a text takes. */
const MAX_BYTES_PER_CHARACTER = 3;

/** Returns the size of a text in UTF-8 bytes if it is above the limit, else `undefined`. */
export function findExcess(text: string, maxBytes: number): number | undefined {
  if (text.length * MAX_BYTES_PER_CHARACTER <= maxBytes) return undefined;
  const size = Buffer.byteLength(text);
  return size > maxBytes ? size : undefined;
}
