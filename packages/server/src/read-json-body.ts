import type { IncomingMessage } from 'node:http';
import { isTooDeep } from '@formwork/core';
import { json, type Request, type Response } from 'express';

/** Options of {@link createJsonBodyReader}. */
export interface JsonBodyOptions {
  /** Largest body, in bytes or as text such as `1mb`. */
  readonly limit: number | string;
  /** True for requests whose body is JSON; others are left alone. */
  readonly isJson: (request: IncomingMessage) => boolean;
  /** Is given the bytes of a body that is JSON; what it throws is rejected with. Default: nothing. */
  readonly inspect?: (bytes: Uint8Array) => void;
}

/** Far above what a message needs, far below what exhausts the stack of a recursive program. */
const MAX_BODY_DEPTH = 256;

/**
 * Makes a function that sets `request.body` to what was sent, any JSON value. It rejects with the
 * errors that `toBodyFailure()` understands.
 */
export function createJsonBodyReader({
  limit,
  isJson,
  inspect,
}: JsonBodyOptions): (request: Request, response: Response) => Promise<void> {
  // Not strict, as JSON that is no object has to be told from what is not JSON.
  const read = new WeakMap<IncomingMessage, Uint8Array>();
  const parse = json({
    limit,
    strict: false,
    type: isJson,
    ...(inspect && { verify: (request, _, bytes) => void read.set(request, bytes) }),
  });
  return async (request, response) => {
    await new Promise<void>((resolve, reject) => {
      parse(request, response, (error: unknown) => {
        if (error !== undefined) reject(error);
        else if (isTooDeep(request.body, MAX_BODY_DEPTH)) reject(createDepthError());
        else resolve();
      });
    });
    const bytes = read.get(request);
    read.delete(request);
    if (bytes !== undefined) inspect?.(bytes);
  };
}

/** In the shape of the body parser's own errors. */
function createDepthError(): Error {
  const message = `its JSON must be nested at most ${MAX_BODY_DEPTH} levels deep`;
  return Object.assign(new Error(message), { status: 400 });
}
