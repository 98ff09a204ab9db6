import { Role, type Message as ProtocolMessage, type Part } from '@a2a-js/sdk';
import { fromSchemaMode, matchUntagged, toSchemaMode, type Agent } from '@formwork/core';
import type { SendMessageRequest } from '@formwork/schemas/types/sessions-v1';
import type { OpenTask, SessionRecord } from './session-record.ts';
import { toMessageParts } from './to-message-parts.ts';

/** The key of a message's metadata, as handlers see it, with what system messages said before. */
export const SYSTEM_METADATA_KEY = 'formwork.system';

/** Options of {@link toProtocolMessage}. */
export interface ProtocolMessageOptions {
  readonly agent: Agent;
  /** The session as it was before. */
  readonly record: SessionRecord;
  /** The id that the message has in the session. */
  readonly id: string;
  /** The task that the message answers, if it does. */
  readonly question: OpenTask | undefined;
}

/**
 * A message of a session as one of A2A: the session is its context. Throws `SessionError` when an
 * artifact is not what its type says.
 */
export function toProtocolMessage(
  request: SendMessageRequest,
  { agent, record, id, question }: ProtocolMessageOptions,
): ProtocolMessage {
  const system = record.messages
    .filter(({ message }) => message.role === 'system')
    .map(({ message }) => message.content);
  const metadata = {
    ...request.metadata,
    ...(system.length > 0 && { [SYSTEM_METADATA_KEY]: system }),
  };
  const message: ProtocolMessage = {
    messageId: id,
    contextId: record.id,
    taskId: question?.id ?? '',
    role: Role.ROLE_USER,
    parts: toMessageParts(request),
    metadata: Object.keys(metadata).length === 0 ? undefined : metadata,
    extensions: [],
    referenceTaskIds: [],
  };
  return question === undefined ? withTag(message, agent) : message;
}

/**
 * Messages must have text here, so data seldom comes alone: the only artifact of a message, if it
 * fits exactly one schema, counts as input for that, as a lone data part does in A2A.
 */
function withTag(message: ProtocolMessage, agent: Agent): ProtocolMessage {
  const { parts } = message;
  const [index, second] = parts.flatMap((part, at) => (isText(part) ? [] : [at]));
  const part = index === undefined ? undefined : parts[index];
  if (index === undefined || part === undefined || second !== undefined) return message;
  if (part.content?.$case !== 'data' || fromSchemaMode(part.mediaType) !== undefined) {
    return message;
  }
  const match = matchUntagged({ ...message, parts: [part] }, agent.inputSchemas);
  if (match.kind !== 'one') return message;
  return {
    ...message,
    parts: parts.with(index, { ...part, mediaType: toSchemaMode(match.schema) }),
  };
}

function isText({ content }: Part): boolean {
  return content?.$case === 'text';
}
