import {
  findAnsweredType,
  findCorrelationProblem,
  type Envelope,
  type Question,
} from '../message/envelope.ts';
import { createBoundedMap } from './door-memory.ts';

/** The messages that an agent has sent, by which it recognizes answers to them. */
export interface SentMessages {
  /** Remembers a message that is sent, whose answer is expected from now on. */
  note(envelope: Envelope): void;
  /**
   * Accepts an answer; returns the reason if it answers no sent message, else `undefined`. A
   * message has one answer, which may come again.
   */
  settle(answer: Envelope): string | undefined;
}

/** Options of {@link createSentMessages}. */
export interface SentMessagesOptions {
  /** The number of the newest messages that are remembered. Default 10,000. */
  readonly limit?: number;
}

interface Entry {
  readonly question: Question;
  readonly answeredBy?: string;
}

/** Makes the memory of sent messages, in this process only (Message Type Summary). */
export function createSentMessages({ limit = 10_000 }: SentMessagesOptions = {}): SentMessages {
  const entries = createBoundedMap<Entry>(limit);
  return {
    note({ message_id, message_type, sender_id, recipient_id }) {
      entries.set(message_id, { question: { message_id, message_type, sender_id, recipient_id } });
    },
    settle(answer) {
      const id = answer.correlation_id ?? '';
      const entry = entries.get(id);
      const wanted = findAnsweredType(answer.message_type);
      // What was sent to others is not told apart from what was never sent.
      if (entry === undefined || entry.question.recipient_id !== answer.sender_id) {
        const kind = wanted === 'any' || wanted === undefined ? 'message' : wanted;
        return `correlation_id must be the message_id of a ${kind} that was sent to "${answer.sender_id}": current value is ${JSON.stringify(answer.correlation_id ?? null)}`;
      }
      const problem = findCorrelationProblem(entry.question, answer);
      if (problem !== undefined) return problem;
      if (entry.answeredBy !== undefined && entry.answeredBy !== answer.message_id) {
        return `correlation_id must be of a message that was not answered yet: current value was answered by "${entry.answeredBy}"`;
      }
      entries.set(id, { ...entry, answeredBy: answer.message_id });
      return undefined;
    },
  };
}
