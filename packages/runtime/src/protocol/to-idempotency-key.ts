import { hash } from 'node:crypto';
import type { Message } from '@a2a-js/sdk';
import { ANONYMOUS_SCOPE } from './scope.ts';

/** In characters. */
const SHORT_LENGTH = 512;

/** Ids shorter than this can be guessed or met by chance: counters, the example's `1`. */
const UNGUESSABLE_LENGTH = 16;

/**
 * The key under which a repeated message finds the task it started before; `undefined` when the
 * message must always start a new one.
 *
 * The key covers the whole message, not only its id: two different messages that share an id are
 * two requests. Callers who did not say who they are share one scope, so for them only ids that
 * nobody else can guess count: whoever repeats such a message has a right to its task.
 */
export function toIdempotencyKey(scope: string, message: Message): string | undefined {
  if (scope === ANONYMOUS_SCOPE && message.messageId.length < UNGUESSABLE_LENGTH) return undefined;
  const text = JSON.stringify(message);
  // Most messages are short; hashing them costs more than keeping them.
  const content = text.length <= SHORT_LENGTH ? text : hash('sha256', text, 'base64url');
  return `${message.messageId}:${content}`;
}
