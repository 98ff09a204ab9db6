import canonicalize from 'canonicalize';
import { EnvelopeRefusedError } from '../errors/envelope-refused-error.ts';

/**
 * The canonical JSON of a value (RFC 8785): one text, however the value was written.
 *
 * @throws EnvelopeRefusedError for what JSON.parse takes and canonical JSON has no form for: numbers
 *   that are too large, and halves of surrogate pairs.
 */
export function toCanonicalText(value: unknown): string {
  try {
    return canonicalize(value) ?? 'null';
  } catch (error) {
    throw new EnvelopeRefusedError(
      `Cannot read the message as its numbers and texts must have a canonical form (RFC 8785): current value has none${error instanceof Error ? ` (${error.message})` : ''}`,
      { errorCode: 'INVALID_MESSAGE', cause: error },
    );
  }
}
