import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from './test-end.ts';

/** A notification as it came. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** What it was answered with. */
  readonly status: number;
}

/** Says how to answer; `count` is how many came before. */
export type Answer = (count: number) => {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long to think first, in milliseconds. */
  readonly delayMs?: number;
};

/** Receives notifications over real HTTP. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
}

/** Opens a receiver on a free port of this machine until the test is over; it answers 204. */
export async function openReceiver(answer: Answer = () => ({ status: 204 })): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const text = (await request.toArray()).join('');
    const { status, headers = {}, delayMs = 0 } = answer(received.length);
    received.push({ headers: request.headers, text, body: JSON.parse(text), status });
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

/** The ids of those that were taken, in the order they came. */
export function toTakenIds(receiver: Receiver): readonly string[] {
  return receiver.received
    .filter(({ status }) => status >= 200 && status < 300)
    .map(({ headers }) => String(headers['webhook-id']));
}
