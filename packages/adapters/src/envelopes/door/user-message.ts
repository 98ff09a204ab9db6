import { Role, type Part, type SendMessageRequest } from '@a2a-js/sdk';
import { toSchemaMode } from '@formwork/core/internal';
import type { Envelope } from '../message/envelope.ts';
import { toCanonicalText } from '../message/message-text.ts';

/** A message to the agent, made from an envelope. */
export interface UserMessage {
  readonly envelope: Envelope;
  readonly part: Part;
  /** The task that it answers. Default: it starts one. */
  readonly taskId?: string;
  readonly skillId?: string;
}

/**
 * Makes the A2A message of a `request`. The same request makes the same message, by which the engine
 * knows a task that was asked for before.
 */
export function toSendRequest({
  envelope,
  part,
  taskId = '',
  skillId,
}: UserMessage): SendMessageRequest {
  return {
    tenant: '',
    message: {
      messageId: envelope.message_id,
      contextId: '',
      taskId,
      role: Role.ROLE_USER,
      parts: [part],
      metadata: { senderId: envelope.sender_id, ...(skillId !== undefined && { skillId }) },
      extensions: [],
      referenceTaskIds: [],
    },
    configuration: undefined,
    metadata: undefined,
  };
}

/** Makes a part of data: tagged with its schema when it starts a task, untagged when it answers. */
export function toDataPart(data: unknown, schema?: string): Part {
  const mode = schema === undefined ? undefined : toSchemaMode(schema);
  return {
    // In canonical order, so that the order of names does not make another message.
    content: { $case: 'data', value: JSON.parse(toCanonicalText(data)) as unknown },
    metadata: mode === undefined ? undefined : { mimeType: mode },
    filename: '',
    mediaType: mode ?? 'application/json',
  };
}

/** Makes a part of text. */
export function toTextPart(text: string): Part {
  return {
    content: { $case: 'text', value: text },
    metadata: undefined,
    filename: '',
    mediaType: 'text/plain',
  };
}
