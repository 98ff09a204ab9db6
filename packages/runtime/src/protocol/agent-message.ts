import { randomUUID } from 'node:crypto';
import { Role, type Message, type Part } from '@a2a-js/sdk';

/** Options of {@link createAgentMessage}. */
export interface AgentMessageOptions {
  readonly contextId: string;
  /** Absent when the message belongs to no task. */
  readonly taskId?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A message from the agent with one text part. */
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

/** A text part. */
export function createTextPart(text: string): Part {
  return {
    content: { $case: 'text', value: text },
    metadata: undefined,
    filename: '',
    mediaType: 'text/plain',
  };
}
