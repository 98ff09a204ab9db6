import type { Message, Part, Task, TaskStatus } from '@a2a-js/sdk';
import { fromSchemaMode } from '@formwork/core';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { toProtocolState } from '../engine/task-event.ts';
import { toArtifactView, type Reader } from './reader.ts';

/** Options of {@link toProtocolTask}. */
export interface ProtocolTaskOptions extends Reader {
  /** How many of the newest messages to include; 0 none. Default all (A2A 1.0 section 3.2.4). */
  readonly historyLength?: number;
  /** Default true. */
  readonly includeArtifacts?: boolean;
}

/** A task in the shape that the SDK's transports send. */
export function toProtocolTask(
  snapshot: TaskSnapshot,
  { historyLength, includeArtifacts = true, ...reader }: ProtocolTaskOptions = {},
): Task {
  const { id, contextId, artifacts, history, metadata, invocation } = snapshot;
  // slice(-0) would be everything.
  const messages = historyLength === 0 ? [] : history.slice(-(historyLength ?? history.length));
  return {
    id,
    contextId,
    status: toProtocolStatus(snapshot),
    artifacts: includeArtifacts
      ? artifacts.map(toArtifactView(invocation.acceptedOutputModes, reader))
      : [],
    history: reader.version === '0.3' ? messages.map(toLegacyMessage) : messages,
    metadata: Object.keys(metadata).length === 0 ? undefined : { ...metadata },
  };
}

/** Parts of 0.3 have no media type, so a tag that is there only would be lost. */
function toLegacyMessage(message: Message): Message {
  return message.parts.some(isTaggedByMediaType)
    ? { ...message, parts: message.parts.map(toLegacyPart) }
    : message;
}

function toLegacyPart(part: Part): Part {
  if (!isTaggedByMediaType(part)) return part;
  return { ...part, metadata: { ...part.metadata, mimeType: part.mediaType } };
}

function isTaggedByMediaType({ content, metadata, mediaType }: Part): boolean {
  return (
    content?.$case === 'data' &&
    metadata?.['mimeType'] === undefined &&
    fromSchemaMode(mediaType) !== undefined
  );
}

function toProtocolStatus({ state, statusMessage, statusTimestamp }: TaskSnapshot): TaskStatus {
  return { state: toProtocolState(state), message: statusMessage, timestamp: statusTimestamp };
}
