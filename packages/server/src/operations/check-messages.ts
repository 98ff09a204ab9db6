import { type ListTasksRequest, Role, roleToJSON, type SendMessageRequest } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import { isTooDeep, findRounded } from '@formwork/schema/json';
import { MAX_BODY_DEPTH } from '../json-body.ts';
import {
  checkOptional,
  createShapeError,
  requireCount,
  requireObject,
  requireState,
  createFieldError,
} from '../request-shape.ts';

/**
 * Checks a request to send a message for rules that protobuf does not express, because all of its
 * fields are optional.
 *
 * @throws RequestMalformedError, which names the field
 */
export function checkSentMessage({ message, configuration, metadata }: SendMessageRequest): void {
  if (message === undefined) throw createShapeError('message', 'an object', message);
  if (message.messageId === '') {
    throw createShapeError('message.messageId', 'text that is not empty', '');
  }
  if (message.role !== Role.ROLE_USER) {
    throw createShapeError('message.role', '"ROLE_USER"', roleToJSON(message.role));
  }
  for (const [index, { content, metadata: tags }] of message.parts.entries()) {
    const path = `message.parts[${index}]`;
    if (content === undefined) {
      const expected = 'an object with one of text, raw, url, data';
      throw createFieldError(path, expected, 'an object with none');
    }
    if (content.$case === 'data') checkJson(content.value, `${path}.data`);
    checkMetadata(tags, `${path}.metadata`);
  }
  checkMetadata(message.metadata, 'message.metadata');
  checkMetadata(metadata, 'metadata');
  checkOptional(configuration?.historyLength, 'configuration.historyLength', requireCount);
}

/**
 * Checks the history length of a gRPC request.
 *
 * @throws RequestMalformedError for a negative number of messages
 */
export function checkHistoryLength(request: { readonly historyLength?: number | undefined }): void {
  checkOptional(request.historyLength, 'historyLength', requireCount);
}

/**
 * Checks the filters of a gRPC request that lists tasks.
 *
 * @throws RequestMalformedError for a filter that would match other tasks than it says
 */
export function checkListMessage(request: ListTasksRequest): void {
  checkHistoryLength(request);
  requireState(request.status, 'status');
}

/** Makes the error for JSON that is nested deeper than recursive programs can walk. */
export function createDepthError(): RequestMalformedError {
  return new RequestMalformedError(
    `Cannot read the request: its JSON must be nested at most ${MAX_BODY_DEPTH} levels deep`,
  );
}

function checkMetadata(value: unknown, path: string): void {
  checkOptional(value, path, (metadata) => checkJson(requireObject(metadata, path), path));
}

/** Refuses a `google.protobuf.Value` that JSON cannot express. */
function checkJson(value: unknown, path: string): void {
  if (isTooDeep(value, MAX_BODY_DEPTH)) throw createDepthError();
  if (!isJson(value)) {
    throw createFieldError(path, 'JSON', 'NaN, an endless number, or a value of no kind');
  }
  const rounded = findRounded(value);
  if (rounded !== undefined) {
    throw createFieldError(`${path}${rounded.pointer}`, rounded.expected, String(rounded.number));
  }
}

/**
 * Returns true for a value that JSON can express. The depth of the message limits the recursion.
 */
function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'object') return value === null || Object.values(value).every(isJson);
  return typeof value === 'string' || typeof value === 'boolean';
}
