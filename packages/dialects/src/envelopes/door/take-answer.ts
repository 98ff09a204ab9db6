import { EnvelopeRefusedError } from '../errors/envelope-refused-error.ts';
import type { Call, Reply } from './call.ts';

/** Takes a message that answers: it has to answer something that this agent sent. */
export function takeAnswer({ message, settings, host }: Call): Reply {
  const problem = settings.sent.settle(message);
  if (problem !== undefined) {
    throw new EnvelopeRefusedError(`Cannot take the ${message.message_type} as ${problem}`, {
      errorCode: 'VALIDATION_FAILED',
    });
  }
  if (message.message_type === 'error') {
    const { message_id: messageId, sender_id: senderId, payload } = message;
    host.logger.warn('A message was answered with an error', {
      messageId,
      senderId,
      error: payload['error'],
    });
  }
  settings.onAnswer?.(message);
  return { kind: 'nothing' };
}
