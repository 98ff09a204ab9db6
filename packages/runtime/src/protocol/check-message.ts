import type { Message } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';

/** Ids come back in every answer and are keys of every store. */
const MAX_ID_LENGTH = 256;

/** The message of a request, or `RequestMalformedError` that names the field at fault. */
export function checkMessage(message: Message | undefined): Message {
  if (message === undefined) {
    throw new RequestMalformedError(
      'Cannot read the request as message must be an object: current value is undefined',
    );
  }
  const { messageId, contextId, taskId } = message;
  if (messageId === '') {
    throw new RequestMalformedError(
      'Cannot read the request as message.messageId must be text that is not empty: current value is ""',
    );
  }
  for (const [field, value] of Object.entries({ messageId, contextId, taskId })) {
    if (value.length > MAX_ID_LENGTH) {
      throw new RequestMalformedError(
        `Cannot read the request as message.${field} must be at most ${MAX_ID_LENGTH} characters: current value is ${value.length} characters`,
      );
    }
  }
  if (message.parts.length === 0) {
    throw new RequestMalformedError(
      'Cannot read the request as message.parts must hold at least one part: current value is []',
    );
  }
  return message;
}
