import { Role, type Message, type Part } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI, toSchemaMode, type Json } from '@formwork/core';

/** What a message says, apart from its parts. */
export interface MessageFields {
  readonly taskId?: string;
  readonly contextId?: string | undefined;
  readonly messageId?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** A message of the caller. Its id stays the same however often it is sent. */
export function createMessage(parts: readonly Part[], fields: MessageFields): Message {
  const { taskId = '', contextId = '', messageId = crypto.randomUUID(), metadata } = fields;
  return {
    messageId,
    contextId,
    taskId,
    role: Role.ROLE_USER,
    parts: [...parts],
    metadata: metadata === undefined ? undefined : { ...metadata },
    extensions: [],
    referenceTaskIds: [],
  };
}

/** The parts of what is sent: text as text, everything else as data, tagged if it has a schema. */
export function toContentParts(content: Json, schema?: string): readonly Part[] {
  const rest = { metadata: undefined, filename: '', mediaType: '' };
  if (schema === undefined && typeof content === 'string') {
    return [{ ...rest, content: { $case: 'text', value: content } }];
  }
  const metadata = schema === undefined ? undefined : { mimeType: toSchemaMode(schema) };
  return [{ ...rest, content: { $case: 'data', value: content }, metadata }];
}

/** The metadata that names the question an answer is for (follow-up forms, section 3). */
export function toAnswerMetadata(
  question: number | undefined,
): Readonly<Record<string, unknown>> | undefined {
  return question === undefined ? undefined : { [FOLLOW_UP_FORMS_EXTENSION_URI]: { question } };
}
