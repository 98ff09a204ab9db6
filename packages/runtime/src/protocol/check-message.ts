import type { Message } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';

/** Ids come back in every answer and are keys of every store. */
const MAX_ID_LENGTH = 256;

/**
 * Throws for a part without content that no tag explains: the SDK decodes `"data": null` so, and
 * could not send such a part back.
 */
export function checkContents(message: Message): void {
  for (const [index, part] of message.parts.entries()) {
    if (part.content === undefined) {
      throw new RequestMalformedError(
        `Cannot read the request as message.parts[${index}] must have text, raw, url or data: current value has none, or data that is null`,
      );
    }
  }
}

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
