import { Role, type Message, type Part } from '@a2a-js/sdk';
import { toSchemaMode } from '@formwork/core/protocol';
import type { Json } from '@formwork/schema';
import { findJsonLoss } from '@formwork/schema/json';
import { InvalidInputError, SkillError } from '../errors.ts';
import type { OutgoingFile } from '../outcome.ts';

/** The fields of a message to an agent, apart from its parts. */
export interface MessageFields {
  readonly taskId?: string;
  readonly contextId?: string | undefined;
  readonly messageId?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Makes a message of the caller. Its id is fixed here, so that sending it again sends the same
 * message.
 */
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

/**
 * Makes the parts of a message: text as a text part, anything else as a data part, tagged with the
 * schema if there is one.
 */
export function toContentParts(content: Json, schema?: string): readonly Part[] {
  const fields = { metadata: undefined, filename: '', mediaType: '' };
  if (schema === undefined && typeof content === 'string') {
    return [{ ...fields, content: { $case: 'text', value: content } }];
  }
  const metadata = schema === undefined ? undefined : { mimeType: toSchemaMode(schema) };
  return [{ ...fields, content: { $case: 'data', value: content }, metadata }];
}

/** Options of {@link toJson}, which only its errors need. */
export interface ToJsonOptions {
  /** The name of the schema that the value has to fit; `''` for none. */
  readonly schema: string;
  /** The id of the task that the value answers; absent if it begins one. */
  readonly taskId?: string;
}

/**
 * Turns a value to JSON, as the agent will read it: dates become text, and members that are
 * `undefined` are left out. Anything else that JSON would change or leave out is refused, and what
 * another door of the agent would: numbers from 2^53 to 2^64 with more than 15 significant digits,
 * and halves of surrogate pairs.
 *
 * @throws InvalidInputError that names the place.
 */
export function toJson(value: unknown, options: ToJsonOptions): Json {
  try {
    const loss = findJsonLoss(value, { forDoors: true });
    if (loss !== undefined) {
      const is = loss.shown === 'circle' ? 'holds itself' : `is ${loss.shown}`;
      throw createJsonError({ pointer: loss.pointer, is, expected: loss.expected }, options);
    }
    const text: string | undefined = JSON.stringify(value);
    if (text !== undefined) return JSON.parse(text) as Json;
  } catch (error) {
    if (error instanceof InvalidInputError) throw error;
    // The value is nested too deep for the stack; nothing else about JSON throws a RangeError.
    if (error instanceof RangeError) throw createJsonError({ is: 'is nested too deep' }, options);
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw createJsonError({ is: `cannot be written as JSON (${reason})` }, options);
  }
  throw createJsonError({ is: 'has no form in JSON' }, options);
}

function createJsonError(
  {
    pointer = '',
    is,
    expected = 'what JSON can carry',
  }: {
    /** The JSON pointer to the fault. Default: the value itself. */
    readonly pointer?: string;
    /** The fault, in words that complete "must be ... but". */
    readonly is: string;
    readonly expected?: string | undefined;
  },
  options: ToJsonOptions,
): InvalidInputError {
  const message = `must be ${expected} but ${is}`;
  return new InvalidInputError([{ pointer, keyword: 'json', expected, message }], {
    ...options,
    foundBy: 'client',
  });
}

/** Makes parts of a message from files (A2A 1.0 section 4.1.6). */
export function toFileParts(files: readonly OutgoingFile[]): Promise<readonly Part[]> {
  return Promise.all(files.map(toFilePart));
}

async function toFilePart(file: OutgoingFile): Promise<Part> {
  const described = 'content' in file ? file : { content: file };
  const { content, name, mediaType } = described;
  const filename = name ?? (content instanceof Blob ? nameOf(content) : '');
  const type = mediaType ?? (content instanceof Blob ? content.type : '');
  const fields = { metadata: undefined, filename, mediaType: type };
  if (content instanceof URL) return { content: { $case: 'url', value: content.href }, ...fields };
  const bytes = content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content;
  // The SDK encodes bytes with Node's Buffer, also in browsers.
  if (typeof Buffer === 'undefined') {
    throw new SkillError(
      'Cannot send bytes because globalThis.Buffer must be there: current value is undefined. In a browser, set it to that of the package "buffer", or send a URL.',
    );
  }
  return { content: { $case: 'raw', value: Buffer.from(bytes) }, ...fields };
}

function nameOf(blob: Blob): string {
  return 'name' in blob && typeof blob.name === 'string' ? blob.name : '';
}
