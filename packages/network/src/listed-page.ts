import type { RequestHead } from './request-head.ts';

/** Options of {@link admitPage}. */
export interface AdmitPageOptions {
  /** True if the server has the path, so that it answers what a browser asks before a request. */
  readonly isAnswered: boolean;
}

/** The methods of all endpoints of an agent, of MCP and of the adapters. */
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/** The time for which a browser need not ask again, in seconds. */
const FRESH_SECONDS = 600;

/**
 * Lets a page of a listed site read the answer to its request (CORS), which then holds no cookies:
 * pages send credentials in headers. Returns true if a browser only asked which requests the page
 * may send (preflight), which is then answered.
 *
 * What the program's own middleware has said before stays as it is.
 *
 * @example
 * ```ts
 * import { admitPage, createRequestGuard } from '@formwork/network';
 * import { createServer } from 'node:http';
 *
 * const guard = createRequestGuard({ allowedOrigins: ['https://app.example.com'] });
 * export const server = createServer((request, response) => {
 *   const isListed = guard.isFromListedPage(request);
 *   if (isListed && admitPage(request, response, { isAnswered: true })) return;
 *   response.end('Hello');
 * });
 * ```
 */
export function admitPage(
  request: RequestHead,
  response: {
    statusCode: number;
    hasHeader(name: string): boolean;
    appendHeader(name: string, value: string): unknown;
    setHeader(name: string, value: string | number): unknown;
    end(): unknown;
  },
  { isAnswered }: AdmitPageOptions,
): boolean {
  const { origin = '' } = request.headers;
  if (response.hasHeader('access-control-allow-origin')) return false;
  response.appendHeader('Vary', 'Origin');
  response.setHeader('Access-Control-Allow-Origin', origin);
  const method = request.headers['access-control-request-method'];
  if (request.method !== 'OPTIONS' || method === undefined) {
    response.setHeader('Access-Control-Expose-Headers', '*');
    return false;
  }
  if (!isAnswered) return false;
  const names = request.headers['access-control-request-headers'];
  response.setHeader('Access-Control-Allow-Methods', METHODS);
  // A wildcard would not name `Authorization`.
  if (names !== undefined) response.setHeader('Access-Control-Allow-Headers', names);
  if (request.headers['access-control-request-private-network'] === 'true') {
    response.setHeader('Access-Control-Allow-Private-Network', 'true');
  }
  response.setHeader('Access-Control-Max-Age', FRESH_SECONDS);
  response.statusCode = 204;
  response.end();
  return true;
}
