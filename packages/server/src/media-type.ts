import type { IncomingMessage } from 'node:http';
import { ContentTypeNotSupportedError } from '@a2a-js/sdk/errors';

/** The media type of a request's body without parameters, in lower case; empty when not given. */
export function readMediaType(request: IncomingMessage): string {
  const header = request.headers['content-type'] ?? '';
  return header === 'application/json' ? header : header.replace(/;.*$/su, '').trim().toLowerCase();
}

/** The error for a body of another type. */
export function createMediaTypeError(
  request: IncomingMessage,
  expected: string,
): ContentTypeNotSupportedError {
  const value = JSON.stringify(request.headers['content-type']);
  return new ContentTypeNotSupportedError(
    `Cannot read the request as its Content-Type must be ${expected}: current value is ${value ?? 'undefined'}`,
  );
}
