import type { ServerResponse } from 'node:http';

/** What is sent besides the value. */
export interface SendJsonOptions {
  /** Default 200. */
  readonly status?: number;
  /** Default `application/json`. */
  readonly contentType?: string;
}

/** Answers with a value as JSON. Throws when the value cannot be JSON, before anything is sent. */
export function sendJson(
  response: ServerResponse,
  value: object,
  { status = 200, contentType = 'application/json' }: SendJsonOptions = {},
): void {
  const body = JSON.stringify(value);
  response.statusCode = status;
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}
