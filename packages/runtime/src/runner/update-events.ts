import type { Part } from '@a2a-js/sdk';
import type { AnySkill, ArtifactUpdate } from '@formwork/core';
import { isRecord } from '@formwork/schema/internal';
import type { NewTaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { TaskCallError } from '../errors.ts';
import { createAgentMessage, createTaggedPart, createTextPart } from '../messages/agent-message.ts';
import { checkOutput, getOutputSchema, RESULT_ARTIFACT_ID } from './run-handler.ts';
import { findExcess, describeFault, toWholeJson } from './wire-json.ts';

/**
 * Makes an event of an artifact that a handler sends before its end.
 *
 * @throws TaskCallError for one that cannot be sent, `OutputInvalidError` for data that does not
 * fit the schema it names
 */
export function createArtifactEvent(
  update: ArtifactUpdate,
  skill: AnySkill | undefined,
): NewTaskEvent | Promise<NewTaskEvent> {
  checkUpdate(update);
  const { id, name = '', description = '', append = false, last = !append } = update;
  checkTexts({ id, name, description, ...(update.text !== undefined && { text: update.text }) });
  if (id === '' || id === RESULT_ARTIFACT_ID) {
    throw new TaskCallError(
      `Cannot send the artifact as its id must be a name of its own ("${RESULT_ARTIFACT_ID}" is what the handler returns): current value is "${id}"`,
    );
  }
  const toEvent = (parts: Part[]): NewTaskEvent => ({
    kind: 'artifact',
    artifact: { artifactId: id, name, description, parts, metadata: undefined, extensions: [] },
    append,
    lastChunk: last,
  });
  const parts = createParts(update, skill);
  return parts instanceof Promise ? parts.then(toEvent) : toEvent(parts);
}

/** Checks an artifact, because programs without types send anything. */
function checkUpdate(update: unknown): void {
  if (typeof update === 'object' && update !== null) return;
  throw new TaskCallError(
    `Cannot send the artifact as it must be an object with an id and with text, data or files: current value is ${update === null ? 'null' : typeof update}`,
  );
}

function checkTexts(texts: Readonly<Record<string, unknown>>): void {
  for (const [field, value] of Object.entries(texts)) {
    if (typeof value !== 'string') {
      throw new TaskCallError(
        `Cannot send the artifact as its ${field} must be a string: current value is ${typeof value}`,
      );
    }
  }
}

/** Makes the parts of an artifact; a promise only when a schema has to be asked. */
function createParts(
  { text, data, schema, files: given }: ArtifactUpdate,
  skill: AnySkill | undefined,
): Part[] | Promise<Part[]> {
  const texts = text === undefined ? [] : [createTextPart(text)];
  const files = toFileParts(given);
  if (schema !== undefined) {
    return createCheckedPart({ data, schema, skill }).then((part) => [...texts, part, ...files]);
  }
  const parts = [...texts, ...(data === undefined ? [] : [createDataPart(data)]), ...files];
  if (parts.length > 0) return parts;
  throw new TaskCallError(
    'Cannot send the artifact as it must have text, data or files: current value has none of them',
  );
}

async function createCheckedPart({ data, schema, skill }: CheckedData): Promise<Part> {
  if (data === undefined) {
    throw new TaskCallError(
      'Cannot send the artifact as it must have data where it names a schema: current value is undefined',
    );
  }
  return createTaggedPart(schema, await checkOutput(getOutputSchema(skill, schema), data));
}

interface CheckedData {
  readonly data: unknown;
  readonly schema: string;
  readonly skill: AnySkill | undefined;
}

function createDataPart(data: unknown): Part {
  const wire = toWholeJson(data);
  if (wire.kind === 'not-json') {
    throw new TaskCallError(
      `Cannot send the artifact as its data must be JSON: current value is ${describeFault(data, wire)}`,
      { cause: wire.cause },
    );
  }
  return {
    content: { $case: 'data', value: wire.value },
    metadata: undefined,
    filename: '',
    mediaType: 'application/json',
  };
}

/**
 * Makes parts of the files of an artifact (A2A 1.0 section 4.1.6).
 *
 * @throws TaskCallError for a file that cannot be sent
 */
function toFileParts(files: unknown = []): readonly Part[] {
  if (!Array.isArray(files)) {
    throw new TaskCallError(
      `Cannot send the artifact as its files must be a list: current value is ${typeof files}`,
    );
  }
  return Array.from<unknown, Part>(files, (file, index) => {
    const { content, name = '', mediaType = '' } = isRecord(file) ? file : {};
    if (typeof name !== 'string' || typeof mediaType !== 'string') {
      throw new TaskCallError(
        `Cannot send the artifact as name and mediaType of files/${index} must be texts: current values are ${typeof name} and ${typeof mediaType}`,
      );
    }
    const rest = { metadata: undefined, filename: name, mediaType };
    if (content instanceof URL) return { content: { $case: 'url', value: content.href }, ...rest };
    if (content instanceof Uint8Array) {
      return { content: { $case: 'raw', value: Buffer.from(content) }, ...rest };
    }
    throw new TaskCallError(
      `Cannot send the artifact as the content of files/${index} must be a Uint8Array or a URL: current value is ${typeof content}`,
    );
  });
}

/**
 * How long all texts of a small piece are together, in characters; a run may have a few dozen times
 * that in pieces that are taken and not stored yet.
 */
const MAX_SMALL_LENGTH = 4_096;

/**
 * True for a few words that more will follow: whoever streams them need not wait until they are
 * stored. Should that fail, the handler runs again from the top and says it all again.
 */
export function isSmallPiece(event: NewTaskEvent): boolean {
  if (event.kind !== 'artifact' || !event.append || event.lastChunk) return false;
  const { artifactId, name, description, parts } = event.artifact;
  const [part, ...others] = parts;
  const content = part?.content;
  if (others.length > 0 || content?.$case !== 'text') return false;
  return (
    artifactId.length + name.length + description.length + content.value.length <= MAX_SMALL_LENGTH
  );
}

/** Progress as a handler tells it; checked here, because programs without types say anything. */
interface Progress {
  readonly text: unknown;
  readonly fraction: unknown;
  /** The maximum size of the progress text, in bytes. */
  readonly maxBytes: number;
}

/**
 * Makes an event of progress.
 *
 * @throws TaskCallError for a text that is no string and a fraction that is not from 0 to 1
 */
export function createProgressEvent(
  { id, contextId }: TaskSnapshot,
  { text, fraction, maxBytes }: Progress,
): NewTaskEvent {
  if (text === undefined && fraction === undefined) return { kind: 'status', state: 'working' };
  if (typeof text !== 'string') {
    throw new TaskCallError(
      `Cannot report progress as the text must be a string: current value is ${typeof text}`,
    );
  }
  const excess = findExcess(text, maxBytes);
  if (excess !== undefined) {
    throw new TaskCallError(
      `Cannot report progress as the text must be at most ${maxBytes} bytes: current value is ${excess} bytes`,
    );
  }
  if (fraction !== undefined && !isPartOfOne(fraction)) {
    throw new TaskCallError(
      `Cannot report progress as the fraction must be between 0 and 1: current value is ${typeof fraction === 'number' ? fraction : typeof fraction}`,
    );
  }
  const metadata = fraction === undefined ? {} : { metadata: { progress: fraction } };
  return {
    kind: 'status',
    state: 'working',
    message: createAgentMessage(text, { contextId, taskId: id, ...metadata }),
  };
}

/**
 * Checks the last words of a handler.
 *
 * @throws TaskCallError for a value that is no text, or too large
 */
export function checkConclusion(text: unknown, maxBytes: number): string {
  if (typeof text !== 'string' || text.trim() === '') {
    throw new TaskCallError(
      `Cannot conclude as the text must be a string that is not empty: current value is ${typeof text === 'string' ? JSON.stringify(text) : typeof text}`,
    );
  }
  const excess = findExcess(text, maxBytes);
  if (excess !== undefined) {
    throw new TaskCallError(
      `Cannot conclude as the text must be at most ${maxBytes} bytes: current value is ${excess} bytes`,
    );
  }
  return text;
}

function isPartOfOne(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
