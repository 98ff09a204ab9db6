import type { Request, Response } from 'express';
import type { IncomingHttpHeaders } from 'node:http';
import { createBytesReader } from './body-bytes.ts';
import { type JsonBodyRules, readJsonBody } from './json-body.ts';

/** Options of {@link createJsonBodyReader}. */
export interface JsonBodyOptions extends JsonBodyRules {
  /** The largest body, in bytes or as text such as `1mb`. */
  readonly limit: number | string;
}

/**
 * Makes a function that reads the body of a request as JSON and sets `request.body`. It rejects
 * with errors that `toBodyFailure()` understands.
 */
export function createJsonBodyReader({
  limit,
  ...rules
}: JsonBodyOptions): (request: Request, response: Response) => Promise<void> {
  const readBytes = createBytesReader(limit);
  return async (request, response) => {
    const {
      headers,
      body: parsedBody,
    }: { readonly headers: IncomingHttpHeaders; readonly body?: unknown } = request;
    const unread = { headers, parsedBody, readBytes: () => readBytes(request, response) };
    request.body = await readJsonBody(unread, rules);
  };
}
