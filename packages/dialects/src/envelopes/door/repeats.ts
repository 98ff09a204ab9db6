import { hash } from 'node:crypto';
import { toCanonicalText } from '../message/canonical-text.ts';
import { EnvelopeRefusedError } from '../errors/envelope-refused-error.ts';
import type { Envelope } from '../message/envelope.ts';
import { createBoundedMap } from './bounded-map.ts';

/** Finds messages that have the id of another one. */
export interface Repeats {
  /**
   * Remembers a message. The same one may come again, with another time and another tag: it is the
   * same request.
   *
   * @throws EnvelopeRefusedError when the same sender sent something else under its id
   */
  check(envelope: Envelope, principalId: string | undefined): void;
}

/** How many messages are remembered, the newest. */
const MAX_MESSAGES = 10_000;

/** Remembers messages in this process (Base Message Schema: ids are unique). */
export function createRepeats(): Repeats {
  const seen = createBoundedMap<string>(MAX_MESSAGES);
  return {
    check(envelope, principalId = '') {
      const { auth: _auth, timestamp: _timestamp, correlation_id, ...rest } = envelope;
      const text = toCanonicalText({ ...rest, correlation_id: correlation_id ?? null });
      const content = hash('sha256', text, 'base64');
      const key = `${envelope.message_id} ${envelope.sender_id} ${principalId}`;
      const known = seen.get(key);
      if (known !== undefined && known !== content) {
        throw new EnvelopeRefusedError(
          `Cannot take the message as message_id must be new, or of the same message: current value is "${envelope.message_id}", under which something else was sent`,
          { errorCode: 'VALIDATION_FAILED', details: { pointer: '/message_id' } },
        );
      }
      seen.set(key, content);
    },
  };
}
