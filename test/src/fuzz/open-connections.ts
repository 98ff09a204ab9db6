import { onTestFinished } from 'vitest';
import { createConnections, type ConnectionsOptions, type Sent } from './connections.ts';

/**
 * Sends a request: `GET` if the body is `null`, else `POST`. Rejects if the answer is not complete
 * in time.
 */
export type Send = (
  url: string,
  body: string | Uint8Array | null,
  headers?: Readonly<Record<string, string>>,
) => Promise<Sent>;

/** Opens a pool of connections for the current test, and closes the pool when the test is over. */
export function openConnections(options: ConnectionsOptions = {}): Send {
  // The usual limit of Node.js: the test runner raises it, and long traces take longer than an
  // answer.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 10;
  const connections = createConnections(options);
  onTestFinished(() => {
    Error.stackTraceLimit = stackTraceLimit;
    connections.close();
  });
  return (url, body, headers = {}) => {
    const method = body === null ? 'GET' : 'POST';
    const { pathname, search } = new URL(url);
    return connections.send({
      url,
      method,
      target: pathname + search,
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  };
}
