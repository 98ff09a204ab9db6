import { type Message, type Part, Role } from '@a2a-js/sdk';
import { type AnySkill, toSchemaMode } from '@formwork/core';
import type { Json } from '@formwork/schema';
import { findJsonLoss } from '@formwork/schema/json';

/** A file to send with a message. */
export interface TestFile {
  readonly content: Uint8Array | URL;
  readonly name?: string;
  /** The media type of the file, such as `image/png`. Default: none is given. */
  readonly mediaType?: string;
}

/** Makes a message as a client sends it. */
export function createMessage(
  content: Part,
  fields: {
    readonly taskId?: string | undefined;
    readonly contextId?: string | undefined;
    readonly metadata?: Readonly<Record<string, unknown>> | undefined;
    readonly files?: readonly TestFile[] | undefined;
  },
): Message {
  const { taskId = '', contextId = '', metadata, files = [] } = fields;
  return {
    messageId: crypto.randomUUID(),
    contextId,
    taskId,
    role: Role.ROLE_USER,
    parts: [content, ...files.map(toFilePart)],
    metadata: metadata && { ...metadata },
    extensions: [],
    referenceTaskIds: [],
  };
}

function toFilePart({ content, name = '', mediaType = '' }: TestFile): Part {
  return {
    content:
      content instanceof URL
        ? { $case: 'url', value: content.href }
        : { $case: 'raw', value: Buffer.from(content) },
    metadata: undefined,
    filename: name,
    mediaType,
  };
}

/** Makes the part that carries text, or JSON without a schema. */
export function toPart(content: unknown): Part {
  const fields = { metadata: undefined, filename: '', mediaType: '' };
  if (typeof content === 'string') return { ...fields, content: { $case: 'text', value: content } };
  return { ...fields, content: { $case: 'data', value: toJson(content) } };
}

/**
 * Makes the part that carries the input of a skill, tagged with its schema. A skill with several
 * input schemas takes `{ schema, data }`.
 */
export function toInputPart(skill: AnySkill, input: unknown): Part {
  const names = [...skill.inputs.keys()];
  const [schemaName] = names;
  if (schemaName === undefined) return toPart(input);
  const { schema, data } =
    names.length === 1 ? { schema: schemaName, data: input } : readTagged(input);
  return {
    content: { $case: 'data', value: toJson(data) },
    metadata: { mimeType: toSchemaMode(schema) },
    filename: '',
    mediaType: '',
  };
}

function readTagged(input: unknown): { readonly schema: string; readonly data: unknown } {
  const { schema, data } = (typeof input === 'object' && input !== null ? input : {}) as {
    readonly schema?: unknown;
    readonly data?: unknown;
  };
  if (typeof schema === 'string') return { schema, data };
  throw new TypeError(
    'Cannot call the skill because its input must be { schema, data }, because it has several input schemas.',
  );
}

/**
 * Copies a value as JSON, as a door does, so that the agent and the test share no object.
 *
 * @throws TypeError for a value that JSON would change
 */
function toJson(value: unknown): Json {
  const loss = findJsonLoss(value, { forDoors: true });
  if (loss !== undefined) {
    const subject = loss.pointer === '' ? 'the value' : loss.pointer;
    throw new TypeError(
      `Cannot send the value because it must be JSON: ${subject} is ${loss.shown}${loss.expected === undefined ? '' : `, which must be ${loss.expected}`}`,
    );
  }
  return JSON.parse(JSON.stringify(value)) as Json;
}
