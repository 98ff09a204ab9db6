import { Agent, request } from 'node:http';
import { onTestFinished } from 'vitest';

/** What was answered. */
export interface Sent {
  readonly status: number;
  readonly text: string;
  readonly contentType: string;
}

/** Sends one request; `null` as the body is a GET. Rejects when the answer is not whole in 5 seconds. */
export type Send = (
  url: string,
  body: string | Uint8Array | null,
  headers?: Readonly<Record<string, string>>,
) => Promise<Sent>;

const PATIENCE_MS = 5_000;

/** Connections that stay until the test is over: new ones, or `fetch`, cost twice the time. */
export function openConnections(): Send {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  return (url, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const length =
        body === null ? undefined : { 'content-length': String(Buffer.byteLength(body)) };
      const sent = request(
        url,
        {
          method: body === null ? 'GET' : 'POST',
          agent,
          headers: { 'content-type': 'application/json', ...length, ...headers },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (piece: string) => (text += piece));
          response.on('error', reject);
          response.on('end', () => {
            clearTimeout(timer);
            const { statusCode = 0, headers: found } = response;
            resolve({ status: statusCode, text, contentType: found['content-type'] ?? '' });
          });
        },
      );
      const timer = setTimeout(() => {
        sent.destroy(new Error(`There is no whole answer after ${PATIENCE_MS} ms.`));
      }, PATIENCE_MS);
      sent.on('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      sent.end(body ?? undefined);
    });
}
