import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { readAnswer } from './read-answer.ts';

/** What was answered. */
export interface Sent {
  readonly status: number;
  readonly text: string;
  /** Empty when there is none. */
  readonly contentType: string;
}

/** Sends one request; `null` as the body is a GET. Rejects when the answer is not whole in time. */
export type Send = (
  url: string,
  body: string | Uint8Array | null,
  headers?: Readonly<Record<string, string>>,
) => Promise<Sent>;

/** Options of {@link openConnections}. */
export interface ConnectionsOptions {
  /** How long an answer may take. Default 5,000. */
  readonly patienceMs?: number;
}

interface Connection {
  /** Sends a request and waits for its answer, before the next one. */
  readonly ask: (request: string | Uint8Array) => Promise<Sent>;
  readonly isOpen: () => boolean;
}

/**
 * Connections that stay until the test is over, one for each request under way. Of `node:http` the
 * client takes more of the processor than all that a server does with a body that is refused.
 */
export function openConnections({ patienceMs = 5_000 }: ConnectionsOptions = {}): Send {
  // What a server is without a test: of a hundred calls the trace takes longer than the answer.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 10;
  const sockets = new Set<Socket>();
  const idle: Connection[] = [];
  onTestFinished(() => {
    Error.stackTraceLimit = stackTraceLimit;
    for (const socket of sockets) socket.destroy();
  });

  function open(host: string, port: number): Connection {
    const socket = connect(port, host).setNoDelay(true);
    sockets.add(socket);
    return toConnection(socket, patienceMs);
  }

  return async (url, body, headers = {}) => {
    const [, host = '', port = '', path = ''] = /^http:\/\/([^:/]+):(\d+)(\/.*)$/u.exec(url) ?? [];
    const length = body === null ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
    const lines = Object.entries({ 'content-type': 'application/json', ...headers });
    const head = `${body === null ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\n${length}${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
    let connection = idle.pop();
    while (connection?.isOpen() === false) connection = idle.pop();
    connection ??= open(host, Number(port));
    const sent = await connection.ask(
      typeof body === 'string'
        ? head + body
        : Buffer.concat([Buffer.from(head), body ?? new Uint8Array()]),
    );
    idle.push(connection);
    return sent;
  };
}

interface Waiting {
  readonly resolve: (sent: Sent) => void;
  readonly reject: (error: unknown) => void;
}

function toConnection(socket: Socket, patienceMs: number): Connection {
  let isOpen = true;
  let bytes = '';
  let waiting: Waiting | undefined;

  function fail(error: unknown): void {
    isOpen = false;
    waiting?.reject(error);
    waiting = undefined;
    socket.destroy();
  }

  // A character for each byte: lengths are in bytes.
  socket.setEncoding('latin1');
  socket.on('data', (piece: string) => {
    bytes += piece;
    try {
      const answer = readAnswer(bytes);
      if (answer === undefined) return;
      if (answer.isLast) isOpen = false;
      bytes = '';
      waiting?.resolve(answer);
      waiting = undefined;
    } catch (error) {
      fail(error);
    }
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error(`The connection ended after ${JSON.stringify(bytes)}.`)));

  return {
    isOpen: () => isOpen,
    async ask(request) {
      const timer = setTimeout(() => {
        fail(new Error(`There is no whole answer after ${patienceMs} ms.`));
      }, patienceMs);
      try {
        return await new Promise<Sent>((resolve, reject) => {
          waiting = { resolve, reject };
          socket.write(request);
        });
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
