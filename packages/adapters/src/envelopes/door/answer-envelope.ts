import { cutText, toRecord } from '@formwork/schema/json';
import type { EnvelopeRefusedError } from '../errors.ts';
import { createEnvelope, type Envelope, isAgentId, type MessageType } from '../message/envelope.ts';
import { toWellFormed } from '../message/message-text.ts';
import { signEnvelope } from '../tags/authentication-tag.ts';
import { REGISTRY_ID } from './admit.ts';
import { type DoorSettings } from './settings.ts';

/** The maximum length of the text of an `error` message, in characters. */
const MAX_ERROR_LENGTH = 500;

/** The `recipient_id` of an answer to a message whose sender cannot be read. */
const UNKNOWN_SENDER = 'unknown';

const MESSAGE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The type and the payload of a message that answers another. */
export interface Answer {
  readonly type: MessageType;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The id of the message. Default: a new one. */
  readonly messageId?: string;
}

/**
 * Makes the message that answers another, and signs it if the agent signs.
 * `cause` is the message to answer and may be any value; if it has no id, the answer refers to
 * itself, because an `error` has to refer to a message.
 */
export function createAnswer(cause: unknown, answer: Answer, settings: DoorSettings): Envelope {
  const { message_id: id, sender_id: from, recipient_id: to } = toRecord(cause);
  const draft = createEnvelope({
    type: answer.type,
    sender: to === REGISTRY_ID ? REGISTRY_ID : settings.agentId,
    recipient: isAgentId(from) ? from : UNKNOWN_SENDER,
    payload: toWellFormed(answer.payload),
    ...(answer.messageId !== undefined && { messageId: answer.messageId }),
  });
  const isNamed = typeof id === 'string' && MESSAGE_ID.test(id);
  const envelope = { ...draft, correlation_id: isNamed ? id : draft.message_id };
  const { signingKey } = settings;
  return signingKey === undefined ? envelope : signEnvelope(envelope, signingKey);
}

/**
 * Makes the answer for a refused message: a `response` with the error for a request that was
 * admitted, else an `error` message. Failures that may pass, or that the operator has to solve, are
 * always an `error`.
 */
export function chooseAnswer(refusal: EnvelopeRefusedError, isRequest: boolean): Answer {
  const isFinal = refusal.retryAfter === undefined && refusal.errorCode !== 'INTERNAL_ERROR';
  return isRequest && isFinal
    ? { type: 'response', payload: createErrorResponse(refusal) }
    : { type: 'error', payload: createErrorPayload(refusal) };
}

/** Makes the payload of an `error` message (Error Message Schema). */
function createErrorPayload(refusal: EnvelopeRefusedError): Answer['payload'] {
  const { errorCode: code, details, retryAfter } = refusal;
  return {
    error: {
      code,
      message: cutText(refusal.message, MAX_ERROR_LENGTH),
      ...(details !== undefined && { details }),
      ...(retryAfter !== undefined && { retry_after: retryAfter }),
    },
  };
}

/** Makes the payload of a `response` with an error (Response Message Schema). */
function createErrorResponse(refusal: EnvelopeRefusedError): Answer['payload'] {
  const { errorCode: code, details, message } = refusal;
  return {
    status: 'error',
    error: { code, message, ...(details !== undefined && { details }) },
  };
}
