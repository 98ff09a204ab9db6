import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from './test-end.ts';

/** A push notification that a receiver of a test got, and the status that it answered. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The HTTP status that the receiver answered. */
  readonly status: number;
}

/** Decides the answer to a notification; `count` is the number of notifications before it. */
export type Answer = (count: number) => {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The time before the answer, in milliseconds. Default 0. */
  readonly delayMs?: number;
};

/** An HTTP server that receives push notifications and keeps them. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
}

/**
 * Opens a receiver of push notifications on a free port until the test is over; by default its
 * answer is 204.
 */
export async function openReceiver(answer: Answer = () => ({ status: 204 })): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const text = (await request.toArray()).join('');
    const { status, headers = {}, delayMs = 0 } = answer(received.length);
    received.push({ headers: request.headers, text, body: JSON.parse(text), status });
    // Real time: the test says how late the answer is.
    setTimeout(() => response.writeHead(status, headers).end(), delayMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, received };
}

/**
 * Returns the webhook ids of the notifications that were answered with 2xx, in the order of
 * arrival.
 */
export function toTakenIds(receiver: Receiver): readonly string[] {
  return receiver.received
    .filter(({ status }) => status >= 200 && status < 300)
    .map(({ headers }) => String(headers['webhook-id']));
}
