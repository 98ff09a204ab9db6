import { Role, type Part, type SendMessageRequest } from '@a2a-js/sdk';
import { toSchemaMode } from '@formwork/core';
import { toCanonicalText } from '../message/canonical-text.ts';
import type { Envelope } from '../message/envelope.ts';

/** What is said to the agent. */
export interface UserMessage {
  readonly envelope: Envelope;
  readonly part: Part;
  /** Of the task that is answered. Default: it starts one. */
  readonly taskId?: string;
  readonly skillId?: string;
}

/**
 * A message of A2A that says what a `request` says. The same for the same request: by it the engine
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

/** Data as a part: tagged with its schema when it starts a task, untagged when it answers. */
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

/** Text as a part. */
export function toTextPart(text: string): Part {
  return {
    content: { $case: 'text', value: text },
    metadata: undefined,
    filename: '',
    mediaType: 'text/plain',
  };
}
