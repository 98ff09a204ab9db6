import type { Message } from '@a2a-js/sdk';
import { toRecord } from '@formwork/schema/json';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from './extension.ts';

/** Who answered a question: the agent wrote it down, no caller can claim it. */
export interface Answerer {
  /** The id of the principal who answered; absent for an automatic answer or a nameless operator. */
  readonly id?: string;
  /** The reason that an operator gave for answering in place of another person, or the agent gives. */
  readonly reason?: string;
  /** True for an answer by a signed link. */
  readonly isByLink?: true;
  /** True for the answer that counts because no other came in time: `otherwise` of `task.ask`. */
  readonly isAutomatic?: true;
}

/**
 * Reads who gave an answer from its message, such as one of `task.history`, or the update after it.
 * `undefined` for anything else, and for the answer of a caller that the task asked alone.
 *
 * @example
 * ```ts
 * import { defineSkill, readAnswerer } from '@formwork/core';
 *
 * export const spend = defineSkill({
 *   id: 'spend',
 *   name: 'Spend',
 *   description: 'Spends money that was approved.',
 *   tags: [],
 *   async text({ task }) {
 *     const { text, message } = await task.ask('Approve?', { to: 'role:approver', answer: 'message' });
 *     return `${readAnswerer(message)?.id} says ${text}`;
 *   },
 * });
 * ```
 */
export function readAnswerer(message: Pick<Message, 'metadata'>): Answerer | undefined {
  const metadata: unknown = message.metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI];
  const { answeredBy: id, reason, isByLink, isAutomatic } = toRecord(metadata);
  if (typeof id !== 'string' && typeof reason !== 'string') return undefined;
  return {
    ...(typeof id === 'string' && { id }),
    ...(typeof reason === 'string' && { reason }),
    ...(isByLink === true && { isByLink }),
    ...(isAutomatic === true && { isAutomatic }),
  };
}

/** Says in one line who has answered a question, as far as the agent tells. */
export function describeAnswerer({ id, isByLink, isAutomatic }: Answerer): string {
  if (isAutomatic === true)
    return 'The agent answers itself because the time for an answer is over';
  return `Answered${id === undefined ? '' : ` by ${id}`}${isByLink === true ? ' (by link)' : ''}`;
}
