import type { FileLimits } from '@formwork/core';
import type { JsonSchema } from '@formwork/schema';
import { toRecord } from '@formwork/schema/json';
import type { Wrapper } from './project-input.ts';

/** The name of the argument with the files of a call. Results use the same name for their files. */
export const FILES_ARGUMENT = 'a2a_files';

/** The highest number of files in one call. */
const MAX_FILES = 20;

/** The highest number of media types that the argument's description lists. */
const MAX_TYPES = 20;

/**
 * The pattern of media types and ranges of them. Other texts from a card could be orders to the
 * model.
 */
const TYPE = /^[\w+-]{1,40}\/[\w.+-]{1,60}$|^(?:[\w+-]{1,40}|\*)\/\*$/u;

/**
 * The keywords that may forbid members beside the declared ones; a projection contains no
 * references.
 */
const CLOSING = [
  'patternProperties',
  'propertyNames',
  'maxProperties',
  'dependentSchemas',
  'dependencies',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'const',
  'enum',
];

/** Picks the valid media types from the list in a card. */
export function pickMediaTypes(types: readonly string[]): readonly string[] {
  return types.filter((type) => TYPE.test(type)).slice(0, MAX_TYPES);
}

/** The files that a skill accepts, according to the agent's card. */
export interface SkillFiles {
  readonly fileTypes: readonly string[];
  readonly fileLimits: FileLimits;
}

/** Makes the schema of the argument {@link FILES_ARGUMENT}. */
export function createFilesSchema({ fileTypes: types, fileLimits }: SkillFiles): JsonSchema {
  const { maxBytes, maxFiles = MAX_FILES } = fileLimits;
  const size = maxBytes === undefined ? '' : `, at most ${maxBytes} bytes each`;
  return {
    type: 'array',
    title: 'Files',
    maxItems: Math.min(MAX_FILES, maxFiles),
    description: `Files to send along: ${types.join(', ')}${size}. Each has data or uri.`,
    items: {
      type: 'object',
      properties: {
        name: { type: 'string', maxLength: 200 },
        mime_type: { type: 'string', maxLength: 200, description: `One of: ${types.join(', ')}` },
        data: { type: 'string', description: 'The bytes as base64.' },
        uri: {
          type: 'string',
          description:
            'An https address, which the agent may fetch, a data: URI, or the address of a file that a tool here gave.',
        },
      },
      required: ['mime_type'],
      additionalProperties: false,
    },
  };
}

/** The schema of a tool's arguments with the argument for files added. */
export interface ArgumentsWithFiles {
  readonly schema: JsonSchema;
  readonly wrapper: Wrapper | undefined;
}

/**
 * Adds {@link FILES_ARGUMENT} to the arguments of a tool. An input that already has a member of
 * this name, or allows no further members, is first wrapped in `input`.
 */
export function addFilesArgument(
  { schema, wrapper }: ArgumentsWithFiles,
  files: SkillFiles,
): ArgumentsWithFiles {
  const { properties } = schema;
  const members = toRecord(properties);
  const isTaken = Object.hasOwn(members, FILES_ARGUMENT);
  const isClosed = CLOSING.some((keyword) => Object.hasOwn(schema, keyword));
  if (wrapper === undefined && (isTaken || isClosed)) {
    const wrapped: JsonSchema = {
      type: 'object',
      properties: { input: schema },
      required: ['input'],
      additionalProperties: false,
    };
    return addFilesArgument({ schema: wrapped, wrapper: 'input' }, files);
  }
  const filesMember = { [FILES_ARGUMENT]: createFilesSchema(files) };
  return { schema: { ...schema, properties: { ...members, ...filesMember } }, wrapper };
}
