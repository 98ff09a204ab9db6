import type { SourceFile, SourceMessage, SourceTask } from '@formwork/client';
import type { Json } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { RefusedError } from '../errors/refused-error.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The maximum length of an id or name in a request, in characters. */
const MAX_NAME = 10_000;

const MAX_FILES = 100;

const KINDS = ['input', 'text', 'answer', 'proceed'] as const;

/**
 * Reads the body of a request as an object.
 *
 * @throws RefusedError
 */
export function readBody(body: unknown): Fields {
  return requireObject(body, 'its body');
}

/**
 * Reads the message for an agent from a request.
 *
 * @throws RefusedError that names the field
 */
export function readMessage(value: unknown): SourceMessage {
  const fields = requireObject(value, 'message');
  const kind = KINDS.find((name) => name === fields['kind']);
  const contextId = readOptional(fields, 'contextId');
  const skillId = readOptional(fields, 'skillId');
  const base = {
    messageId: readName(fields, 'messageId'),
    ...(contextId !== undefined && { contextId }),
  };
  const skill = skillId === undefined ? {} : { skillId };
  switch (kind) {
    case 'input':
      return {
        ...base,
        kind,
        skillId: readName(fields, 'skillId'),
        schema: readText(fields, 'schema'),
        data: readJson(fields, 'data'),
        ...readFiles(fields['files']),
      };
    case 'text':
      return {
        ...base,
        ...skill,
        kind,
        text: readText(fields, 'text'),
        ...readFiles(fields['files']),
      };
    case 'answer': {
      const question = readQuestion(fields['question']);
      return {
        ...base,
        ...skill,
        kind,
        taskId: readName(fields, 'taskId'),
        answer: readJson(fields, 'answer'),
        ...(question !== undefined && { question }),
      };
    }
    case 'proceed': {
      const question = readQuestion(fields['question']);
      return {
        ...base,
        ...skill,
        kind,
        taskId: readName(fields, 'taskId'),
        ...(question !== undefined && { question }),
      };
    }
    case undefined:
      throw createError('message.kind', `one of ${KINDS.join(', ')}`, fields['kind']);
  }
}

/**
 * Reads the ids of a task from a request.
 *
 * @throws RefusedError that names the field
 */
export function readTask(value: unknown): SourceTask {
  const fields = requireObject(value, 'task');
  const skillId = readOptional(fields, 'skillId', 'task');
  return {
    taskId: readName(fields, 'taskId', 'task'),
    ...(skillId !== undefined && { skillId }),
  };
}

function requireObject(value: unknown, path: string): Fields {
  if (isRecord(value) && !Array.isArray(value)) return value;
  throw createError(path, 'an object', value);
}

/**
 * Reads the files of a message from a request. The limit of the request's body also limits their
 * size.
 */
function readFiles(value: unknown): { readonly files?: readonly SourceFile[] } {
  if (value === undefined) return {};
  if (!Array.isArray(value) || value.length > MAX_FILES) {
    throw createError('message.files', `a list of at most ${MAX_FILES} files`, value);
  }
  return { files: Array.from<unknown>(value).map(readFile) };
}

function readFile(value: unknown, index: number): SourceFile {
  const path = `message.files[${index}]`;
  const fields = requireObject(value, path);
  const [name, mediaType] = ['name', 'mediaType'].map((field) => {
    const text = fields[field];
    if (typeof text === 'string' && text.length <= MAX_NAME) return text;
    throw createError(`${path}.${field}`, `text of at most ${MAX_NAME} characters`, text);
  });
  const base = { name: name ?? '', mediaType: mediaType ?? '' };
  const { kind, base64 } = fields;
  // A page sends bytes only; the server must not pass on addresses, which another person may have
  // chosen.
  if (kind !== 'bytes') throw createError(`${path}.kind`, 'bytes', kind);
  if (typeof base64 === 'string' && isBase64(base64)) return { kind, ...base, base64 };
  throw createError(`${path}.base64`, 'bytes in base64', base64);
}

/**
 * True for a text in base64. The check compares the decoded length, because a pattern would be slow
 * or fail for megabytes.
 */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && Buffer.from(text, 'base64').length === toByteCount(text);
}

function toByteCount(text: string): number {
  return (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
}

function readText(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === 'string') return value;
  throw createError(`message.${name}`, 'text', value);
}

function readName(fields: Fields, name: string, path = 'message'): string {
  const value = readOptional(fields, name, path);
  if (value !== undefined && value !== '') return value;
  throw createError(`${path}.${name}`, 'text that is not empty', value);
}

function readOptional(fields: Fields, name: string, path = 'message'): string | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value.length <= MAX_NAME) return value;
  throw createError(`${path}.${name}`, `text of at most ${MAX_NAME} characters`, value);
}

/** Reads a required field of a request that may contain any JSON. */
function readJson(fields: Fields, name: string): Json {
  const value = fields[name];
  if (value !== undefined) return value as Json;
  throw createError(`message.${name}`, 'any JSON', value);
}

function readQuestion(value: unknown): number | undefined {
  if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value))) {
    return value;
  }
  throw createError('message.question', 'a whole number', value);
}

function createError(path: string, expected: string, value: unknown): RefusedError {
  const isNested = typeof value === 'object' && value !== null;
  const text = isNested ? (Array.isArray(value) ? 'an array' : 'an object') : JSON.stringify(value);
  const shown = text === undefined ? 'absent' : text.slice(0, 80);
  return new RefusedError(
    'BODY',
    `Cannot read the request because ${path} must be ${expected}: current value is ${shown}`,
  );
}
