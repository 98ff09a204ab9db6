import {
  isRecord,
  isTooDeep,
  describeChangedValue,
  findChangedValue,
  toWholeText,
} from '@formwork/schema/json';
import canonicalize from 'canonicalize';
import { findDuplicateMember, hasTooManyEntries } from '../../json-guard.ts';
import { EnvelopeRefusedError } from '../errors.ts';

/**
 * The deepest nesting of a message, the same as for request bodies at the server's other endpoints.
 */
const MAX_DEPTH = 256;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses the JSON of a message. Refuses bytes that are not UTF-8, and objects with the same name
 * twice, or a number that JavaScript changes, because other readers would understand them
 * differently.
 *
 * @throws EnvelopeRefusedError with `INVALID_MESSAGE`; with `PAYLOAD_TOO_LARGE` for more than
 *   `maxEntries`
 */
export function parseMessage(bytes: Uint8Array, maxEntries: number): unknown {
  const text = decode(bytes);
  if (hasTooManyEntries(text, maxEntries)) {
    throw new EnvelopeRefusedError(
      `Cannot read the message because its members and items must be at most ${maxEntries}: current value has more`,
      { errorCode: 'PAYLOAD_TOO_LARGE' },
    );
  }
  const value = parse(text);
  const duplicate = findDuplicateMember(text);
  if (duplicate !== undefined) {
    throw createUnreadableError(
      `every name must stand once in its object: current value has ${JSON.stringify(duplicate.name.slice(0, 60))} twice`,
    );
  }
  if (isTooDeep(value, MAX_DEPTH)) {
    throw createUnreadableError(
      `it must be nested at most ${MAX_DEPTH} levels deep: current value is deeper`,
    );
  }
  const changed = findChangedValue(text, value);
  if (changed !== undefined) throw createUnreadableError(describeChangedValue(changed));
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw createUnreadableError('it must be UTF-8: current value is not', error);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? ` (${error.message})` : '';
    throw createUnreadableError(`it must be JSON: current value is not${reason}`, error);
  }
}

function createUnreadableError(rule: string, cause?: unknown): EnvelopeRefusedError {
  return new EnvelopeRefusedError(`Cannot read the message because ${rule}`, {
    errorCode: 'INVALID_MESSAGE',
    cause,
  });
}

/**
 * Writes a value as canonical JSON (RFC 8785): equal values give the same text, however they were
 * written.
 *
 * @throws EnvelopeRefusedError for numbers that are too large, and for halves of surrogate pairs:
 *   JSON.parse takes them, and canonical JSON has no form for them.
 */
export function toCanonicalText(value: unknown): string {
  try {
    return canonicalize(value) ?? 'null';
  } catch (error) {
    throw new EnvelopeRefusedError(
      `Cannot read the message because its numbers and texts must have a canonical form (RFC 8785): current value has none${error instanceof Error ? ` (${error.message})` : ''}`,
      { errorCode: 'INVALID_MESSAGE', cause: error },
    );
  }
}

/**
 * Replaces lone surrogates in all texts of a value, because canonical JSON has no form for them; an
 * answer that quotes a received text can then be signed.
 */
export function toWellFormed<Value>(value: Value): Value {
  // Only characters within texts change, so the value keeps its type.
  return mendTexts(value) as Value;
}

function mendTexts(value: unknown): unknown {
  if (typeof value === 'string') return toWholeText(value);
  if (Array.isArray(value)) return value.map(mendTexts);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [toWholeText(name), mendTexts(inner)]),
  );
}
