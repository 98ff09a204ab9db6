import type { Envelope, MessageType } from './envelope.ts';

/** What each type that answers may answer; `any` for an error (Message Type Summary). */
const ANSWERED: Readonly<Partial<Record<MessageType, MessageType | 'any'>>> = {
  response: 'request',
  handshake_ack: 'handshake',
  agent_announcement: 'discover_agents',
  error: 'any',
};

/** The type of message that this type answers; `undefined` for types that answer none. */
export function toAnsweredType(type: MessageType): MessageType | 'any' | undefined {
  return ANSWERED[type];
}

/** What has to be known of a message to tell what answers it. */
export type Question = Pick<Envelope, 'message_id' | 'message_type' | 'sender_id' | 'recipient_id'>;

/**
 * Why a message is no answer to another, in words; `undefined` if it is one (Message Type Summary):
 * the right type, with the id of the question, between the same two agents.
 */
export function findCorrelationProblem(question: Question, answer: Envelope): string | undefined {
  const wanted = toAnsweredType(answer.message_type);
  if (wanted === undefined)
    return `message_type must be one that answers: current value is "${answer.message_type}"`;
  if (answer.correlation_id !== question.message_id) {
    return `correlation_id must be the message_id of what is answered ("${question.message_id}"): current value is ${JSON.stringify(answer.correlation_id ?? null)}`;
  }
  if (wanted !== 'any' && wanted !== question.message_type) {
    return `a ${answer.message_type} must answer a ${wanted}: current value answers a ${question.message_type}`;
  }
  if (answer.recipient_id !== question.sender_id) {
    return `recipient_id must be who asked ("${question.sender_id}"): current value is "${answer.recipient_id}"`;
  }
  if (answer.sender_id !== question.recipient_id) {
    return `sender_id must be who was asked ("${question.recipient_id}"): current value is "${answer.sender_id}"`;
  }
  return undefined;
}
