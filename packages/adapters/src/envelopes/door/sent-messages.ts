import { createMemoryRecords, type SharedRecords } from '@formwork/runtime';
import {
  findAnsweredType,
  findCorrelationProblem,
  findFirstId,
  type Envelope,
  type Question,
} from '../message/envelope.ts';
import { createRecordKey, MESSAGE_MS } from './door-records.ts';

/** The messages that an agent has sent and may get answers to. */
export interface SentMessages {
  /**
   * Remembers a message for a day. Call it before the message is sent, because its answer may come
   * at once. Of a stream, only the first message is noted; the ids of the others differ from its id
   * in the last twelve digits, which are zeros there.
   */
  note(envelope: Envelope): Promise<void>;
  /**
   * Accepts an answer. Resolves with `undefined` if it answers a sent message, else with the reason
   * why not. Only one answer to a message is accepted, which may be repeated.
   */
  settle(answer: Envelope): Promise<string | undefined>;
}

/** Options of {@link createSentMessages}. */
export interface SentMessagesOptions {
  /**
   * The number of the newest messages that are remembered in this process. Default 10,000; the
   * option {@link records} has no such number.
   */
  readonly limit?: number;
  /** The records that replicas share. Default: some in the memory of this process. */
  readonly records?: SharedRecords;
}

/**
 * Remembers messages that are sent, whose answers may come to any process that shares the records
 * (Message Type Summary).
 *
 * @throws RangeError unless `limit` is an integer from 1
 *
 * @example
 * ```ts
 * import { createEnvelope, createEnvelopeAdapter, createSentMessages } from '@formwork/adapters';
 *
 * const sent = createSentMessages();
 * const adapter = createEnvelopeAdapter({ sent, onAnswer: (answer) => console.log(answer) });
 * const goodbye = createEnvelope({ type: 'goodbye', sender: 'our-agent', recipient: 'an-agent' });
 * await sent.note(goodbye);
 * ```
 */
export function createSentMessages({
  limit = 10_000,
  records,
}: SentMessagesOptions = {}): SentMessages {
  const questions = records ?? createMemoryRecords({ limit });
  // Twice as many, so that no answer is forgotten before the message that it answers.
  const answers = records ?? createMemoryRecords({ limit: limit * 2 });

  async function find(id: string): Promise<Question | undefined> {
    const stored = await questions.get(createRecordKey('sent', [id]));
    // Not checked, because `note` wrote it.
    return stored === undefined ? undefined : (JSON.parse(stored) as Question);
  }

  return {
    async note({ message_id, message_type, sender_id, recipient_id }) {
      const question: Question = { message_id, message_type, sender_id, recipient_id };
      const key = createRecordKey('sent', [message_id]);
      await questions.set(key, { value: JSON.stringify(question), ttlMs: MESSAGE_MS });
    },
    async settle(answer) {
      const id = answer.correlation_id ?? '';
      const question = (await find(id)) ?? (await find(findFirstId(id)));
      const answeredType = findAnsweredType(answer.message_type);
      // A peer learns nothing of messages that were sent to other agents.
      if (question === undefined || question.recipient_id !== answer.sender_id) {
        const kind =
          answeredType === 'any' || answeredType === undefined ? 'message' : answeredType;
        return `correlation_id must be the message_id of a ${kind} that was sent to "${answer.sender_id}": current value is ${JSON.stringify(answer.correlation_id ?? null)}`;
      }
      const problem = findCorrelationProblem({ ...question, message_id: id }, answer);
      if (problem !== undefined) return problem;
      const answerId = answer.message_id;
      // The answer is remembered as long as the message, so that no second answer is accepted.
      const first = await answers.add(createRecordKey('answered', [id]), {
        value: answerId,
        ttlMs: MESSAGE_MS,
      });
      return first.value === answerId
        ? undefined
        : `correlation_id must be of a message that was not answered yet: current value was answered by "${first.value}"`;
    },
  };
}
