import { isTooDeep } from '@formwork/core';
import { EnvelopeRefusedError } from '../errors/envelope-refused-error.ts';
import { findDuplicateMember } from './find-duplicate-member.ts';
import { hasTooManyEntries } from './has-too-many-entries.ts';

/** As deep as bodies of our other doors. */
const MAX_DEPTH = 256;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The JSON of a message. One text has one meaning here: bytes that are no UTF-8, and names that
 * stand twice in an object, are refused, as others would read them in another way.
 *
 * @throws EnvelopeRefusedError with `INVALID_MESSAGE`; with `PAYLOAD_TOO_LARGE` for more than
 *   `maxEntries`
 */
export function parseMessage(bytes: Uint8Array, maxEntries: number): unknown {
  const text = decode(bytes);
  if (hasTooManyEntries(text, maxEntries)) {
    throw new EnvelopeRefusedError(
      `Cannot read the message as its members and items must be at most ${maxEntries}: current value has more`,
      { errorCode: 'PAYLOAD_TOO_LARGE' },
    );
  }
  const value = parse(text);
  const twice = findDuplicateMember(text);
  if (twice !== undefined) {
    throw refuse(
      `every name must stand once in its object: current value has ${JSON.stringify(twice.name.slice(0, 60))} twice`,
    );
  }
  if (isTooDeep(value, MAX_DEPTH)) {
    throw refuse(`it must be nested at most ${MAX_DEPTH} levels deep: current value is deeper`);
  }
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw refuse('it must be UTF-8: current value is not', error);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? ` (${error.message})` : '';
    throw refuse(`it must be JSON: current value is not${reason}`, error);
  }
}

function refuse(rule: string, cause?: unknown): EnvelopeRefusedError {
  return new EnvelopeRefusedError(`Cannot read the message as ${rule}`, {
    errorCode: 'INVALID_MESSAGE',
    cause,
  });
}
