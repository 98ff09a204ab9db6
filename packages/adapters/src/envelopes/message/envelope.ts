import type { OptionRule } from '@formwork/schema/options';
import { randomUUID } from 'node:crypto';

/** The type of a message, its `message_type` (Base Message Schema). */
export type MessageType =
  | 'request'
  | 'response'
  | 'handshake'
  | 'handshake_ack'
  | 'error'
  | 'discover_agents'
  | 'agent_announcement'
  | 'goodbye';

/** The tag of a message: a signature that proves who sent it (Authenticated Message Schema). */
export interface AuthenticationTag {
  readonly agent_id: string;
  /** The time when the message was signed, in ISO 8601 with a time zone. */
  readonly timestamp: string;
  /** The nonce, used once: 32 lower-case hex digits. */
  readonly nonce: string;
  /** The signature of the message, in Base64. */
  readonly signature: string;
  /** The fingerprint of the key that signed: `sha256:` and lower-case hex digits. */
  readonly public_key_fingerprint?: string;
}

/** A message of the Message Schemas Reference, of any type. */
export interface Envelope {
  /** The id of the message: a UUID of version 4 in lower case. */
  readonly message_id: string;
  readonly message_type: MessageType;
  readonly sender_id: string;
  readonly recipient_id: string;
  /** The time when the message was made, in ISO 8601 and UTC. */
  readonly timestamp: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The `message_id` of the message that this one answers. */
  readonly correlation_id?: string | null;
  readonly auth?: AuthenticationTag;
}

/** The values from which {@link createEnvelope} makes a message. */
export interface EnvelopeDraft {
  readonly type: MessageType;
  readonly sender: string;
  readonly recipient: string;
  /** The payload of the message. Default `{}`. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** The `message_id` of the message that this one answers. Default: none. */
  readonly correlationId?: string;
  /** The id of the message; needed only to send a message again. Default: a new id. */
  readonly messageId?: string;
  /** The time of the message. Default: now. */
  readonly now?: Date;
}

/** Makes a message (Base Message Schema) without a tag. It is not checked. */
export function createEnvelope(draft: EnvelopeDraft): Envelope {
  const { type, sender, recipient, payload = {}, correlationId, messageId, now } = draft;
  return {
    message_id: messageId ?? randomUUID(),
    message_type: type,
    sender_id: sender,
    recipient_id: recipient,
    timestamp: (now ?? new Date()).toISOString(),
    payload,
    correlation_id: correlationId ?? null,
  };
}

/** The end of the id of a stream's first message, whose other messages count on from it. */
const FIRST = '000000000000';

/**
 * Makes the ids of the messages of one stream: a new one, and those that differ from it in the last
 * twelve digits alone, so that a record of the first finds all of them.
 */
export function createStreamIds(): () => string {
  const stem = randomUUID().slice(0, -FIRST.length);
  const stream = { count: 0 };
  return () => {
    const id = stem + stream.count.toString(16).padStart(FIRST.length, '0');
    stream.count += 1;
    return id;
  };
}

/** Returns the id of the first message of the stream to which the message with an id may belong. */
export function findFirstId(id: string): string {
  return id.slice(0, -FIRST.length) + FIRST;
}

/** Matches a valid id of an agent, with the pattern of the base schema. */
const AGENT_ID = /^[a-zA-Z0-9][a-zA-Z0-9-]{1,126}[a-zA-Z0-9]$/;

/** True for a text that may be the id of an agent, so a `sender_id` or a `recipient_id`. */
export function isAgentId(value: unknown): value is string {
  return typeof value === 'string' && AGENT_ID.test(value);
}

/** The rule for an option that holds the id of an agent. */
export const AGENT_ID_RULE: OptionRule = {
  expected: '3 to 128 letters, digits and hyphens, with no hyphen at either end',
  isValid: isAgentId,
};

/** Makes an agent's id from its name, with `agent` before a name that is too short. */
export function toAgentId(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .slice(0, 120)
    .replaceAll(/^-+|(?<!-)-+$/gu, '');
  if (slug.length >= 3) return slug;
  return slug === '' ? 'agent' : `agent-${slug}`;
}

/**
 * The types of messages that answer another message, each with the type that it answers; an error
 * answers `any` type (Message Type Summary).
 */
const ANSWERED: Readonly<Partial<Record<MessageType, MessageType | 'any'>>> = {
  response: 'request',
  handshake_ack: 'handshake',
  agent_announcement: 'discover_agents',
  error: 'any',
};

/** Returns the type of message that a type answers; `undefined` for types that answer none. */
export function findAnsweredType(type: MessageType): MessageType | 'any' | undefined {
  return ANSWERED[type];
}

/** The members of a message that decide which messages can answer it. */
export type Question = Pick<Envelope, 'message_id' | 'message_type' | 'sender_id' | 'recipient_id'>;

/**
 * Returns the reason why a message does not answer another; `undefined` if it does (Message Type
 * Summary). An answer has the right type and the id of the question, and goes between the same two
 * agents.
 */
export function findCorrelationProblem(question: Question, answer: Envelope): string | undefined {
  const answeredType = findAnsweredType(answer.message_type);
  if (answeredType === undefined)
    return `message_type must be one that answers: current value is "${answer.message_type}"`;
  if (answer.correlation_id !== question.message_id) {
    return `correlation_id must be the message_id of what is answered ("${question.message_id}"): current value is ${JSON.stringify(answer.correlation_id ?? null)}`;
  }
  if (answeredType !== 'any' && answeredType !== question.message_type) {
    return `a ${answer.message_type} must answer a ${answeredType}: current value answers a ${question.message_type}`;
  }
  if (answer.recipient_id !== question.sender_id) {
    return `recipient_id must be who asked ("${question.sender_id}"): current value is "${answer.recipient_id}"`;
  }
  if (answer.sender_id !== question.recipient_id) {
    return `sender_id must be who was asked ("${question.recipient_id}"): current value is "${answer.sender_id}"`;
  }
  return undefined;
}
