import { type Message, type Part, Role } from '@a2a-js/sdk';
import { toSchemaMode } from '@formwork/core/internal';
import { randomUUID } from 'node:crypto';

/** Options of {@link createAgentMessage}. */
interface AgentMessageOptions {
  readonly contextId: string;
  /** Absent when the message belongs to no task. */
  readonly taskId?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Makes a message from the agent with one text part. */
export function createAgentMessage(
  text: string,
  { contextId, taskId = '', metadata }: AgentMessageOptions,
): Message {
  return {
    messageId: randomUUID(),
    contextId,
    taskId,
    role: Role.ROLE_AGENT,
    parts: [createTextPart(text)],
    metadata: metadata === undefined ? undefined : { ...metadata },
    extensions: [],
    referenceTaskIds: [],
  };
}

/** Makes a text part. */
export function createTextPart(text: string): Part {
  return {
    content: { $case: 'text', value: text },
    metadata: undefined,
    filename: '',
    mediaType: 'text/plain',
  };
}

/**
 * Makes a data part that says which schema its data fits (extension, section 4): in
 * `metadata.mimeType` for every version of A2A, and in `mediaType`, which 1.0 has for this.
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

/** How much of an id is shown, in characters; no id of ours is longer. */
const MAX_SHOWN_LENGTH = 256;

/** Shows an id, or other text of a caller, in an error: cut where it is too long to be one. */
export function showId(text: string): string {
  return text.length <= MAX_SHOWN_LENGTH ? text : `${text.slice(0, MAX_SHOWN_LENGTH)}…`;
}
