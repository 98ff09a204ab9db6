import type { Message } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { isRecord } from '@formwork/schema/internal';

/**
 * Returns the metadata of a caller's message without the fields that say who answered a question:
 * only the agent writes them.
 */
export function withoutSignature(metadata: Message['metadata']): Message['metadata'] {
  const given: unknown = metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI];
  if (!isRecord(given) || !('answeredBy' in given || 'reason' in given)) return metadata;
  const { answeredBy: _answeredBy, reason: _reason, ...rest } = given;
  return { ...metadata, [FOLLOW_UP_FORMS_EXTENSION_URI]: rest };
}
