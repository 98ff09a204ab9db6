import type { Artifact, Message, Part, StreamResponse, Task, TaskStatus } from '@a2a-js/sdk';
import type { ServerCallContext } from '@a2a-js/sdk/server';
import { OBJECT_SCHEMAS_EXTENSION_URI, fromSchemaMode } from '@formwork/core';
import { toOutputForm } from '@formwork/core/internal';
import { indentJson } from '@formwork/schema/json';
import { type TaskEvent, toProtocolState } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { fromScope, type Scope } from '../scope.ts';
import { createTextPart } from './agent-message.ts';
import { toAnsweredMetadata, withoutPerson } from './answer-signature.ts';

/** Converts a snapshot of a task to the form in which the SDK's transports send it. */
export function toProtocolTask(
  snapshot: TaskSnapshot,
  {
    historyLength,
    includeArtifacts = true,
    ...reader
  }: Reader & {
    /**
     * The number of newest messages to include in the history; 0 for no messages. Default: all (A2A
     * 1.0 section 3.2.4).
     */
    readonly historyLength?: number;
    /** True to include the artifacts of the task. Default true. */
    readonly includeArtifacts?: boolean;
  } = {},
): Task {
  const { id, scope, contextId, artifacts, history, metadata, invocation } = snapshot;
  // `slice(-0)` would return all messages.
  const stored = historyLength === 0 ? [] : history.slice(-(historyLength ?? history.length));
  const messages = learnsNames(scope, reader) ? stored : stored.map(withoutPerson);
  return {
    id,
    contextId,
    status: toProtocolStatus(snapshot),
    artifacts: includeArtifacts
      ? artifacts.map(createArtifactView(invocation.acceptedOutputModes, reader))
      : [],
    history: reader.version === '0.3' ? messages.map(toLegacyMessage) : messages,
    metadata: Object.keys(metadata).length === 0 ? undefined : { ...metadata },
  };
}

/**
 * Copies a message for A2A 0.3, whose parts have no media type: the names of schemas are put into
 * the metadata.
 */
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

/** Options of {@link toStreamResponse}. */
export interface StreamResponseOptions {
  readonly taskId: string;
  readonly contextId: string;
  /** Converts an artifact to the form that the reader understands. Default: it stays unchanged. */
  readonly toView?: (artifact: Artifact) => Artifact;
  /** True if the reader may learn which person answered a question. Default false. */
  readonly isNamed?: boolean;
}

/**
 * Converts an event of a task's log to the form in which streams send it; returns `undefined` for
 * events that A2A streams cannot express (messages that join the history, changes of metadata,
 * memos).
 */
export function toStreamResponse(
  { event, timestamp }: TaskEvent,
  { taskId, contextId, toView, isNamed = false }: StreamResponseOptions,
): StreamResponse | undefined {
  switch (event.kind) {
    case 'status': {
      const { state, message, answered } = event;
      const status = { state: toProtocolState(state), message, timestamp };
      const metadata = toAnsweredMetadata(answered, isNamed);
      const value = { taskId, contextId, status, metadata };
      return { payload: { $case: 'statusUpdate', value } };
    }
    case 'artifact': {
      const { append, lastChunk } = event;
      const artifact = toView?.(event.artifact) ?? event.artifact;
      const value = { taskId, contextId, artifact, append, lastChunk, metadata: undefined };
      return { payload: { $case: 'artifactUpdate', value } };
    }
    case 'message':
    case 'metadata':
    case 'memo':
      return undefined;
  }
}

/** The abilities of the client that reads a task: its version of A2A, and whether it reads data. */
export interface Reader {
  /** The version of A2A that the reader speaks. Default `1.0`. */
  readonly version?: string;
  /**
   * True if the reader understands data parts, because it has activated the extension. Default
   * true.
   */
  readonly readsData?: boolean;
  /** False if the server tells no caller which person answered a question. Default true. */
  readonly namesAnswerers?: boolean;
}

/**
 * Returns true if the owner of a task may learn which people answered its questions: callers who have
 * signed in may, unless the server hides the names; visitors and others without a name may not.
 */
export function learnsNames(scope: Scope, { namesAnswerers = true }: Reader): boolean {
  return namesAnswerers && fromScope(scope) !== undefined;
}

/**
 * Returns the abilities of the client that reads the answer to a call, from the headers of the call
 * and the options of the server.
 */
export function findReader(
  { requestedVersion, activatedExtensions }: ServerCallContext,
  { namesAnswerers = true }: Pick<Reader, 'namesAnswerers'>,
): Reader {
  const readsData = activatedExtensions?.includes(OBJECT_SCHEMAS_EXTENSION_URI) === true;
  return { version: requestedVersion, readsData, namesAnswerers };
}

/**
 * Makes a function that converts artifacts for the client that reads them. Clients that may not
 * understand data parts also get the data as text: those that neither activate the extension nor
 * named accepted output modes when they began the task, and those that then asked for text.
 */
export function createArtifactView(
  acceptedOutputModes: readonly string[],
  { readsData = true }: Reader,
): (artifact: Artifact) => Artifact {
  const needsText =
    toOutputForm(acceptedOutputModes) === 'text' ||
    (acceptedOutputModes.length === 0 && !readsData);
  return needsText ? withTexts : unchanged;
}

/** The view of readers who understand data. One function for all, so that their events are equal. */
function unchanged(artifact: Artifact): Artifact {
  return artifact;
}

/**
 * Adds the data of an artifact as text if the artifact has no text, for clients that do not
 * understand data parts.
 */
function withTexts(artifact: Artifact): Artifact {
  const { parts } = artifact;
  const hasData = parts.some(({ content }) => content?.$case === 'data');
  const hasText = parts.some(({ content }) => content?.$case === 'text');
  return hasData && !hasText ? { ...artifact, parts: parts.flatMap(addText) } : artifact;
}

function addText(part: Part): readonly Part[] {
  return part.content?.$case === 'data'
    ? [part, createTextPart(drawData(part.content.value))]
    : [part];
}

/**
 * The largest number of characters of JSON that an artifact gets as text, so that an event of 4 MiB
 * can hold the data, too.
 */
const MAX_TEXT = 262_144;

function drawData(data: unknown): string {
  const text = indentJson(data);
  return text.length <= MAX_TEXT
    ? text
    : `The data has ${text.length} characters as JSON. To get it as text, send the message with acceptedOutputModes ["text/plain"].`;
}
