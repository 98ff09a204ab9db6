import type { Part } from '@a2a-js/sdk';
import type { AnySkill, ArtifactUpdate } from '@formwork/core';
import { toRecord, hasLoneSurrogate } from '@formwork/schema/json';
import type { NewTaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { TaskCallError } from '../errors.ts';
import { createAgentMessage, createTaggedPart, createTextPart } from '../messages/agent-message.ts';
import { checkOutput, getOutputSchema, RESULT_ARTIFACT_ID } from './run-handler.ts';
import type { TruncatedTexts } from './truncated-texts.ts';
import { findExcess, describeFault, toWholeJson } from './wire-json.ts';

/**
 * Makes the event for an artifact that a handler sends with `task.artifact`.
 *
 * @throws TaskCallError for an artifact that cannot be sent, `OutputInvalidError` for data that
 * does not fit the named schema
 */
export function createArtifactEvent(
  update: ArtifactUpdate,
  skill: AnySkill | undefined,
): NewTaskEvent | Promise<NewTaskEvent> {
  checkUpdate(update);
  const { id, name = '', description = '', append = false, last = !append } = update;
  checkTexts({ id, name, description, ...(update.text !== undefined && { text: update.text }) });
  checkWhole(id, 'its id');
  if (id === '' || id === RESULT_ARTIFACT_ID) {
    throw new TaskCallError(
      `Cannot send the artifact because its id must be a name of its own ("${RESULT_ARTIFACT_ID}" is what the handler returns): current value is "${id}"`,
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

/** Checks an artifact of a handler, because programs without types may pass any value. */
function checkUpdate(update: unknown): void {
  if (typeof update === 'object' && update !== null) return;
  throw new TaskCallError(
    `Cannot send the artifact because it must be an object with an id and with text, data or files: current value is ${update === null ? 'null' : typeof update}`,
  );
}

function checkTexts(texts: Readonly<Record<string, unknown>>): void {
  for (const [field, value] of Object.entries(texts)) {
    if (typeof value !== 'string') {
      throw new TaskCallError(
        `Cannot send the artifact because its ${field} must be a string: current value is ${typeof value}`,
      );
    }
  }
}

/**
 * Refuses a text that programs compare and that doors over UTF-8 would change, and others would not.
 * Texts for people are mended before: see `TruncatedTexts`.
 */
function checkWhole(text: string, label: string): void {
  if (!hasLoneSurrogate(text)) return;
  throw new TaskCallError(
    `Cannot send the artifact because ${label} must be text without half a surrogate pair: current value has one at ${text.search(/\p{Surrogate}/u)}. Cut texts between characters, or call toWellFormed() on them.`,
  );
}

/** Makes the parts of an artifact; returns a promise only if a schema must check the data. */
function createParts(
  { text, data, schema, files }: ArtifactUpdate,
  skill: AnySkill | undefined,
): Part[] | Promise<Part[]> {
  const texts = text === undefined ? [] : [createTextPart(text)];
  const fileParts = toFileParts(files);
  if (schema !== undefined) {
    return createCheckedPart(data, schema, skill).then((part) => [...texts, part, ...fileParts]);
  }
  const parts = [...texts, ...(data === undefined ? [] : [createDataPart(data)]), ...fileParts];
  if (parts.length > 0) return parts;
  throw new TaskCallError(
    'Cannot send the artifact because it must have text, data or files: current value has none of them',
  );
}

async function createCheckedPart(
  data: unknown,
  schema: string,
  skill: AnySkill | undefined,
): Promise<Part> {
  if (data === undefined) {
    throw new TaskCallError(
      'Cannot send the artifact because it must have data where it names a schema: current value is undefined',
    );
  }
  return createTaggedPart(schema, await checkOutput(getOutputSchema(skill, schema), data));
}

function createDataPart(data: unknown): Part {
  const wire = toWholeJson(data);
  if (wire.kind === 'not-json') {
    throw new TaskCallError(
      `Cannot send the artifact because its data must be JSON: current value is ${describeFault(data, wire)}`,
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
 * Makes parts from the files of an artifact (A2A 1.0 section 4.1.6).
 *
 * @throws TaskCallError for a file that cannot be sent
 */
function toFileParts(files: unknown = []): readonly Part[] {
  if (!Array.isArray(files)) {
    throw new TaskCallError(
      `Cannot send the artifact because its files must be a list: current value is ${typeof files}`,
    );
  }
  return Array.from<unknown, Part>(files, (file, index) => {
    const { content, name = '', mediaType = '' } = toRecord(file);
    if (typeof name !== 'string' || typeof mediaType !== 'string') {
      throw new TaskCallError(
        `Cannot send the artifact because name and mediaType of files/${index} must be texts: current values are ${typeof name} and ${typeof mediaType}`,
      );
    }
    checkWhole(mediaType, `the mediaType of files/${index}`);
    const attributes = { metadata: undefined, filename: name, mediaType };
    if (content instanceof URL)
      return { content: { $case: 'url', value: content.href }, ...attributes };
    if (content instanceof Uint8Array) {
      return { content: { $case: 'raw', value: Buffer.from(content) }, ...attributes };
    }
    throw new TaskCallError(
      `Cannot send the artifact because the content of files/${index} must be a Uint8Array or a URL: current value is ${typeof content}`,
    );
  });
}

/**
 * The largest length of all texts of a small piece of an artifact together, in characters. A run
 * may hold a few dozen times as much in pieces that are accepted and not stored yet.
 */
const MAX_SMALL_LENGTH = 4_096;

/**
 * Returns true for an event with a short piece of a streamed text, which the handler need not wait
 * for. If it cannot be stored, the handler runs again from its beginning and sends it again.
 */
export function isSmallPiece(event: NewTaskEvent): boolean {
  if (event.kind !== 'artifact' || !event.append || event.lastChunk) return false;
  const { artifactId, name, description, parts } = event.artifact;
  const [part] = parts;
  const content = part?.content;
  if (parts.length > 1 || content?.$case !== 'text') return false;
  return (
    artifactId.length + name.length + description.length + content.value.length <= MAX_SMALL_LENGTH
  );
}

/**
 * Makes the event for reported progress.
 *
 * @throws TaskCallError for a text that is no string and a fraction that is not from 0 to 1
 */
export function createProgressEvent(
  { id, contextId }: TaskSnapshot,
  {
    text,
    fraction,
    maxBytes,
    texts,
  }: {
    readonly text: unknown;
    readonly fraction: unknown;
    /** The largest size of the progress text, in bytes of UTF-8. */
    readonly maxBytes: number;
    readonly texts: TruncatedTexts;
  },
): NewTaskEvent {
  if (text === undefined && fraction === undefined) return { kind: 'status', state: 'working' };
  if (typeof text !== 'string') {
    throw new TaskCallError(
      `Cannot report progress because the text must be a string: current value is ${typeof text}`,
    );
  }
  const excess = findExcess(text, maxBytes);
  if (excess !== undefined) {
    throw new TaskCallError(
      `Cannot report progress because the text must be at most ${maxBytes} bytes: current value is ${excess} bytes`,
    );
  }
  if (fraction !== undefined && !isPartOfOne(fraction)) {
    throw new TaskCallError(
      `Cannot report progress because the fraction must be between 0 and 1: current value is ${typeof fraction === 'number' ? fraction : typeof fraction}`,
    );
  }
  const whole = texts.mend(text, 'the progress');
  const metadata = fraction === undefined ? {} : { metadata: { progress: fraction } };
  return {
    kind: 'status',
    state: 'working',
    message: createAgentMessage(whole, { contextId, taskId: id, ...metadata }),
  };
}

/**
 * Checks the text that a handler gives to `task.conclude`, and returns it.
 *
 * @throws TaskCallError for a value that is no text, or too large
 */
export function checkConclusion(text: unknown, maxBytes: number): string {
  if (typeof text !== 'string' || text.trim() === '') {
    throw new TaskCallError(
      `Cannot conclude because the text must be a string that is not empty: current value is ${typeof text === 'string' ? JSON.stringify(text) : typeof text}`,
    );
  }
  const excess = findExcess(text, maxBytes);
  if (excess !== undefined) {
    throw new TaskCallError(
      `Cannot conclude because the text must be at most ${maxBytes} bytes: current value is ${excess} bytes`,
    );
  }
  return text;
}

function isPartOfOne(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
