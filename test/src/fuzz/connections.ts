import { connect, type Socket } from 'node:net';
import { WAIT_LIMIT } from '../support/limits.ts';
import { readAnswer } from './read-answer.ts';

/** The answer to a request of the fuzzer. */
export interface Sent {
  readonly status: number;
  readonly text: string;
  /** The content type of the answer; empty if the answer has none. */
  readonly contentType: string;
}

/** A request that is sent exactly as written. */
export interface Wire {
  /** The URL of the server, of which the host and port are used. */
  readonly url: string;
  readonly method: string;
  /** The text after the method in the request line: a path, or anything else. */
  readonly target: string;
  /** The header lines by name. `host` is the server's unless it is given. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body; `null` sends neither a body nor a length. */
  readonly body: string | Uint8Array | null;
}

/** The options of {@link createConnections}: how long streams are read. */
export interface ConnectionsOptions {
  /**
   * The time for which a stream is read that does not end, in milliseconds. Default: until it ends.
   */
  readonly streamMs?: number;
}

/** A pool of connections to servers, each used for many requests. */
export interface Connections {
  /** Sends a request; rejects if the answer is not complete in the limit of all tests. */
  readonly send: (wire: Wire) => Promise<Sent>;
  readonly close: () => void;
}

interface Connection {
  /** Sends a request on this connection and waits for its answer. */
  readonly ask: (request: string | Uint8Array, method: string) => Promise<Sent>;
  readonly isOpen: () => boolean;
}

/**
 * Makes a pool of connections, one for each request under way. The client of `node:http` would take
 * more processor time than a server needs to refuse a body.
 */
export function createConnections(options: ConnectionsOptions = {}): Connections {
  const sockets = new Set<Socket>();
  const idle: Connection[] = [];

  function open(host: string, port: number): Connection {
    const socket = connect(port, host).setNoDelay(true);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return toConnection(socket, options);
  }

  return {
    async send({ url, method, target, headers, body }) {
      const [, host = '', port = ''] = /^http:\/\/([^:/]+):(\d+)/u.exec(url) ?? [];
      const length = body === null ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
      const lines = Object.entries({ host: `${host}:${port}`, ...headers });
      const head = `${method} ${target} HTTP/1.1\r\n${length}${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
      let connection = idle.pop();
      while (connection?.isOpen() === false) connection = idle.pop();
      connection ??= open(host, Number(port));
      const sent = await connection.ask(
        typeof body === 'string'
          ? head + body
          : Buffer.concat([Buffer.from(head), body ?? new Uint8Array()]),
        method,
      );
      idle.push(connection);
      return sent;
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

const STREAM = /^HTTP\/1\.1 200 [^]*?\r\ncontent-type: text\/event-stream/iu;

interface Waiting {
  readonly resolve: (sent: Sent) => void;
  readonly reject: (error: unknown) => void;
}

function toConnection(socket: Socket, { streamMs }: ConnectionsOptions): Connection {
  let isOpen = true;
  let bytes = '';
  let waiting: Waiting | undefined;
  let asked = 'GET';
  let streamTimer: NodeJS.Timeout | undefined;

  function fail(error: unknown): void {
    isOpen = false;
    waiting?.reject(error);
    waiting = undefined;
    socket.destroy();
  }

  /** Leaves a stream that does not end by itself, such as the one that tells an MCP host of changes. */
  function leaveStream(): void {
    isOpen = false;
    waiting?.resolve({ status: 200, text: '', contentType: 'text/event-stream' });
    waiting = undefined;
    socket.destroy();
  }

  // Latin-1 makes each byte one character, because lengths count bytes.
  socket.setEncoding('latin1');
  socket.on('data', (piece: string) => {
    bytes += piece;
    try {
      const answer = readAnswer(bytes, asked);
      if (answer === undefined) {
        if (streamMs !== undefined && STREAM.test(bytes)) {
          // Real time: that a stream tells no more is no event.
          streamTimer ??= setTimeout(leaveStream, streamMs);
        }
        return;
      }
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
    async ask(request, method) {
      asked = method;
      // Real time: the error says which request stands still.
      const timer = setTimeout(() => {
        fail(new Error(`There is no whole answer after ${WAIT_LIMIT} ms.`));
      }, WAIT_LIMIT);
      try {
        return await new Promise<Sent>((resolve, reject) => {
          waiting = { resolve, reject };
          socket.write(request);
        });
      } finally {
        clearTimeout(timer);
        clearTimeout(streamTimer);
        streamTimer = undefined;
      }
    },
  };
}
