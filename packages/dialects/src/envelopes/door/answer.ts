import { isRecord } from '@formwork/core';
import type { EnvelopeRefusedError } from '../errors/envelope-refused-error.ts';
import { isAgentId } from '../message/agent-id.ts';
import { createEnvelope } from '../message/create-envelope.ts';
import { cutText } from '../message/cut-text.ts';
import type { Envelope, MessageType } from '../message/envelope.ts';
import { toWellFormed } from '../message/to-well-formed.ts';
import { signEnvelope } from '../tags/sign-envelope.ts';
import { REGISTRY_ID } from './admit.ts';
import type { DoorSettings } from './to-settings.ts';

/** Of an `error` message. */
const MAX_ERROR_LENGTH = 500;

/** Who answers nobody that can be named. */
const UNKNOWN_SENDER = 'unknown';

const MESSAGE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** What an answer says. */
export interface Answer {
  readonly type: MessageType;
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * The message that answers another, from its recipient to its sender, signed if the agent signs, and
 * remembered as sent. What is answered may be anything; if it has no id, the answer names itself,
 * since an `error` has to name a message.
 */
export function toAnswer(cause: unknown, answer: Answer, settings: DoorSettings): Envelope {
  const { message_id: id, sender_id: from, recipient_id: to } = isRecord(cause) ? cause : {};
  const draft = createEnvelope({
    type: answer.type,
    sender: to === REGISTRY_ID ? REGISTRY_ID : settings.agentId,
    recipient: isAgentId(from) ? from : UNKNOWN_SENDER,
    payload: toWellFormed(answer.payload),
  });
  const isNamed = typeof id === 'string' && MESSAGE_ID.test(id);
  const envelope = { ...draft, correlation_id: isNamed ? id : draft.message_id };
  settings.sent.note(envelope);
  const { signingKey } = settings;
  return signingKey === undefined ? envelope : signEnvelope(envelope, signingKey);
}

/** The payload of an `error` message (Error Message Schema). */
export function toErrorPayload(refusal: EnvelopeRefusedError): Answer['payload'] {
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

/** The payload of a `response` that tells an error (Response Message Schema). */
export function toErrorResponse(refusal: EnvelopeRefusedError): Answer['payload'] {
  const { errorCode: code, details, message } = refusal;
  return {
    status: 'error',
    error: { code, message, ...(details !== undefined && { details }) },
  };
}
