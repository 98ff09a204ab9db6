import { roleFromJSON, taskStateFromJSON } from '@a2a-js/sdk';
import type { Artifact, Message, Part, StreamResponse, Task } from '@a2a-js/sdk';
import { toList, toRecord } from '@formwork/schema/json';

// The SDK reads the bytes of files by the Buffer of Node, so that a page could read no answer with
// one. What is missing or has another type becomes what the SDK makes of it: entries of lists that are
// null, and bytes that are no text, are errors.

type Fields = Readonly<Record<string, unknown>>;

/** Reads a task (A2A 1.0 section 4.1.1) from JSON. */
export function readTask(json: unknown): Task {
  const fields = toRecord(json);
  return {
    id: readText(fields['id']),
    contextId: readText(fields['contextId'] ?? fields['context_id']),
    status: readStatus(fields),
    artifacts: toList(fields['artifacts']).map(readArtifact),
    history: toList(fields['history']).map(readMessage),
    metadata: readObject(fields['metadata']),
  };
}

/** Reads a message (section 4.1.4) from JSON. */
function readMessage(json: unknown): Message {
  const fields = toFields(json);
  const references = [fields['referenceTaskIds'], fields['reference_task_ids']];
  return {
    messageId: readText(fields['messageId'] ?? fields['message_id']),
    contextId: readText(fields['contextId'] ?? fields['context_id']),
    taskId: readText(fields['taskId'] ?? fields['task_id']),
    role: roleFromJSON(fields['role'] ?? 0),
    parts: toList(fields['parts']).map(readPart),
    metadata: readObject(fields['metadata']),
    extensions: toList(fields['extensions']).map(String),
    referenceTaskIds: toList(references.find((list) => Array.isArray(list))).map(String),
  };
}

function readArtifact(json: unknown): Artifact {
  const fields = toFields(json);
  return {
    artifactId: readText(fields['artifactId'] ?? fields['artifact_id']),
    name: readText(fields['name']),
    description: readText(fields['description']),
    parts: toList(fields['parts']).map(readPart),
    metadata: readObject(fields['metadata']),
    extensions: toList(fields['extensions']).map(String),
  };
}

function readPart(json: unknown): Part {
  const fields = toFields(json);
  return {
    content: readContent(fields),
    metadata: readObject(fields['metadata']),
    filename: readText(fields['filename']),
    mediaType: readText(fields['mediaType'] ?? fields['media_type']),
  };
}

function readContent({ text, raw, url, data }: Fields): Part['content'] {
  if (isThere(text)) return { $case: 'text', value: String(text) };
  // The type of the SDK is that of Node; callers get an Uint8Array.
  if (isThere(raw)) return { $case: 'raw', value: readBytes(raw) as Buffer };
  if (isThere(url)) return { $case: 'url', value: String(url) };
  return isThere(data) ? { $case: 'data', value: data } : undefined;
}

/** Reads base64, also with the characters of URLs and without the padding. */
function readBytes(base64: unknown): Uint8Array {
  if (typeof base64 !== 'string') throw new Error('"raw" must be base64');
  if (typeof Buffer !== 'undefined') return Buffer.from(base64, 'base64');
  const plain = base64.replaceAll('-', '+').replaceAll('_', '/');
  return Uint8Array.from(atob(plain), (character) => character.codePointAt(0) ?? 0);
}

function readStatus({ status }: Fields): Task['status'] {
  if (!isThere(status)) return undefined;
  const { state, message, timestamp } = toRecord(status);
  return {
    state: taskStateFromJSON(state ?? 0),
    message: isThere(message) ? readMessage(message) : undefined,
    timestamp: isThere(timestamp) ? String(timestamp) : undefined,
  };
}

/** Reads an event of a stream, or the answer to a message (sections 3.2.3 and 3.2.2), from JSON. */
export function readPayload(json: unknown): StreamResponse['payload'] {
  const fields = toRecord(json);
  const { task, message } = fields;
  if (isThere(task)) return { $case: 'task', value: readTask(task) };
  if (isThere(message)) return { $case: 'message', value: readMessage(message) };
  const status = fields['statusUpdate'] ?? fields['status_update'];
  if (isThere(status)) {
    const update = toRecord(status);
    return {
      $case: 'statusUpdate',
      value: {
        ...readTaskIds(update),
        status: readStatus(update),
        metadata: readObject(update['metadata']),
      },
    };
  }
  const artifact = fields['artifactUpdate'] ?? fields['artifact_update'];
  if (!isThere(artifact)) return undefined;
  const update = toRecord(artifact);
  return {
    $case: 'artifactUpdate',
    value: {
      ...readTaskIds(update),
      artifact: isThere(update['artifact']) ? readArtifact(update['artifact']) : undefined,
      append: Boolean(update['append']),
      lastChunk: Boolean(update['lastChunk'] ?? update['last_chunk']),
      metadata: readObject(update['metadata']),
    },
  };
}

function readTaskIds(fields: Fields): { readonly taskId: string; readonly contextId: string } {
  return {
    taskId: readText(fields['taskId'] ?? fields['task_id']),
    contextId: readText(fields['contextId'] ?? fields['context_id']),
  };
}

/** @throws TypeError for null */
function toFields(json: unknown): Fields {
  if (!isThere(json))
    throw new TypeError('An entry of a list must be an object: current value is null');
  return toRecord(json);
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function readText(value: unknown): string {
  return isThere(value) ? String(value) : '';
}

function readObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)
    : undefined;
}
