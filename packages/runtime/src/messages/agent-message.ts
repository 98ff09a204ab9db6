import { type Message, type Part, Role } from '@a2a-js/sdk';
import { toSchemaMode } from '@formwork/core';
import { cutText, toWholeText } from '@formwork/schema/json';
import { randomUUID } from 'node:crypto';

/**
 * Makes a message from the agent with one text part. Halves of surrogate pairs become U+FFFD, so
 * that every door gives the same text: words for people, such as progress, are not worth a failure.
 */
export function createAgentMessage(
  text: string,
  {
    contextId,
    taskId = '',
    metadata,
  }: {
    readonly contextId: string;
    /** The id of the task that the message belongs to; absent if the message belongs to none. */
    readonly taskId?: string;
    readonly metadata?: Readonly<Record<string, unknown>>;
  },
): Message {
  return {
    messageId: randomUUID(),
    contextId,
    taskId,
    role: Role.ROLE_AGENT,
    parts: [createTextPart(toWholeText(text))],
    metadata: metadata === undefined ? undefined : { ...metadata },
    extensions: [],
    referenceTaskIds: [],
  };
}

/** Makes a message part that holds a text. */
export function createTextPart(text: string): Part {
  return {
    content: { $case: 'text', value: text },
    metadata: undefined,
    filename: '',
    mediaType: 'text/plain',
  };
}

/**
 * Makes a data part that names the schema of its data (extension, section 4): in
 * `metadata.mimeType` for every version of A2A, and in `mediaType`, which A2A 1.0 has for this.
 */
export function createTaggedPart(schemaName: string, data: unknown): Part {
  const mode = toSchemaMode(schemaName);
  return {
    content: { $case: 'data', value: data },
    metadata: { mimeType: mode },
    filename: '',
    mediaType: mode,
  };
}

/**
 * The length to which an id is cut in an error message, in characters; Formwork's own ids are
 * shorter.
 */
const MAX_SHOWN_LENGTH = 256;

/** Cuts an id, or another text that a caller chose, to a length that an error message can show. */
export function showId(text: string): string {
  return cutText(text, MAX_SHOWN_LENGTH);
}
