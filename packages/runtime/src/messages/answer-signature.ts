import type { Message } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { isRecord } from '@formwork/schema/internal';

/**
 * Returns the metadata of a caller's message without the fields that say who answered a question:
 * only the agent writes them.
 */
export function withoutSignature(metadata: Message['metadata']): Message['metadata'] {
  const given: unknown = metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI];
  if (!isRecord(given)) return metadata;
  if (!('answeredBy' in given || 'reason' in given || 'isAutomatic' in given)) return metadata;
  const { answeredBy: _answeredBy, reason: _reason, isAutomatic: _isAutomatic, ...rest } = given;
  return { ...metadata, [FOLLOW_UP_FORMS_EXTENSION_URI]: rest };
}

/** Signs the answer that counts because nobody answered a question in time. */
export function signAutomatic(message: Message, question: number): Message {
  const signature = { question, isAutomatic: true, reason: 'Nobody answered in time.' };
  return { ...message, metadata: { [FOLLOW_UP_FORMS_EXTENSION_URI]: signature } };
}

/** Whether the agent gave itself the answer to a question: the last one, or one before that. */
type Automatic = 'last' | 'earlier' | 'never';

/** Finds out whether a question got the answer that counts because nobody gave one. */
export function findAutomatic(history: readonly Message[], question: number): Automatic {
  const answers = history
    .map(({ metadata }): unknown => metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI])
    .filter(isRecord)
    .filter((signature) => signature['question'] === question);
  if (answers.at(-1)?.['isAutomatic'] === true) return 'last';
  return answers.some(({ isAutomatic }) => isAutomatic === true) ? 'earlier' : 'never';
}
