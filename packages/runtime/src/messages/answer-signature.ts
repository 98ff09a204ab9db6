import type { Message } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { isRecord } from '@formwork/schema/json';
import type { AnswerSignature } from '../engine/task-event.ts';

/** The fields of a signature that name a person, or tell of one. */
const PERSONAL = ['answeredBy', 'reason', 'isByLink'];

/** The fields by which the agent says who answered. */
const SIGNING = [...PERSONAL, 'isAutomatic'];

/**
 * Returns the metadata of a caller's message without the fields that say who answered a question:
 * only the agent writes them.
 */
export function withoutSignature(metadata: Message['metadata']): Message['metadata'] {
  const signature: unknown = metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI];
  return isRecord(signature) && SIGNING.some((name) => name in signature)
    ? { ...metadata, [FOLLOW_UP_FORMS_EXTENSION_URI]: omit(signature, SIGNING) }
    : metadata;
}

/** Returns a message as callers see it who must not learn which person answered. */
export function withoutPerson(message: Message): Message {
  const { metadata } = message;
  const signature: unknown = metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI];
  if (!isRecord(signature) || signature['isAutomatic'] === true) return message;
  return PERSONAL.some((name) => name in signature)
    ? {
        ...message,
        metadata: { ...metadata, [FOLLOW_UP_FORMS_EXTENSION_URI]: omit(signature, PERSONAL) },
      }
    : message;
}

/** Signs the answer that counts when the time for an answer to a question is over. */
export function signAutomatic(question: number): AnswerSignature {
  return { question, isAutomatic: true, reason: 'The time for an answer is over.' };
}

/**
 * Makes the metadata of the status with which a task goes on after an answer, for callers who may
 * learn which person gave it, or not.
 */
export function toAnsweredMetadata(
  answered: AnswerSignature | undefined,
  isNamed: boolean,
): Message['metadata'] {
  if (answered === undefined || !(isNamed || answered.isAutomatic === true)) return undefined;
  return { [FOLLOW_UP_FORMS_EXTENSION_URI]: { ...answered } };
}

function omit(fields: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** Whether the agent gave itself the answer to a question: the last one, or one before that. */
type Automatic = 'last' | 'earlier' | 'never';

/** Finds out whether a question got the answer that counts because no person gave one. */
export function findAutomatic(history: readonly Message[], question: number): Automatic {
  const answers = history
    .map(({ metadata }): unknown => metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI])
    .filter(isRecord)
    .filter((signature) => signature['question'] === question);
  if (answers.at(-1)?.['isAutomatic'] === true) return 'last';
  return answers.some(({ isAutomatic }) => isAutomatic === true) ? 'earlier' : 'never';
}
