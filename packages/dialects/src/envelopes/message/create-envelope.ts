import { randomUUID } from 'node:crypto';
import type { Envelope, MessageType } from './envelope.ts';

/** What {@link createEnvelope} makes a message of. */
export interface EnvelopeDraft {
  readonly type: MessageType;
  readonly sender: string;
  readonly recipient: string;
  /** Default `{}`. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** The `message_id` of the message that is answered. Default: none is. */
  readonly correlationId?: string;
  /** Of a message that is sent again. Default: a new one. */
  readonly messageId?: string;
  /** Default: now. */
  readonly now?: Date;
}

/** A message as the document has it (Base Message Schema), without a tag. Does not check it. */
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
