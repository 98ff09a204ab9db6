import { connect, type Socket } from 'node:net';
import { readAnswer } from './read-answer.ts';

/** What was answered. */
export interface Sent {
  readonly status: number;
  readonly text: string;
  /** Empty when there is none. */
  readonly contentType: string;
}

/** A request, written as it is. */
export interface Wire {
  /** The host and port of the server. */
  readonly url: string;
  readonly method: string;
  /** What stands behind the method: a path, or anything else. */
  readonly target: string;
  /** Lines of the head. Default of `host` is that of the server. */
  readonly headers: Readonly<Record<string, string>>;
  /** `null` for none, also no length of it. */
  readonly body: string | Uint8Array | null;
}

/** Options of {@link createConnections}. */
export interface ConnectionsOptions {
  /** How long an answer may take. Default 5,000. */
  readonly patienceMs?: number;
  /** How long a stream is read that does not end. Default: as long as any other answer. */
  readonly streamMs?: number;
}

/** Connections that are used again and again. */
export interface Connections {
  /** Sends one request. Rejects when the answer is not whole in time. */
  readonly send: (wire: Wire) => Promise<Sent>;
  readonly close: () => void;
}

interface Connection {
  /** Sends a request and waits for its answer, before the next one. */
  readonly ask: (request: string | Uint8Array, method: string) => Promise<Sent>;
  readonly isOpen: () => boolean;
}

/**
 * Opens connections, one for each request under way. Of `node:http` the client takes more of the
 * processor than all that a server does with a body that is refused.
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

function toConnection(
  socket: Socket,
  { patienceMs = 5_000, streamMs = patienceMs }: ConnectionsOptions,
): Connection {
  let isOpen = true;
  let bytes = '';
  let waiting: Waiting | undefined;
  let asked = 'GET';

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
      const answer = readAnswer(bytes, asked);
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
    async ask(request, method) {
      asked = method;
      const timer = setTimeout(() => {
        fail(new Error(`There is no whole answer after ${patienceMs} ms.`));
      }, patienceMs);
      const streamTimer = setTimeout(() => {
        if (streamMs === patienceMs || !STREAM.test(bytes)) return;
        // It would go on, such as one that tells a host of changes.
        isOpen = false;
        waiting?.resolve({ status: 200, text: '', contentType: 'text/event-stream' });
        waiting = undefined;
        socket.destroy();
      }, streamMs);
      try {
        return await new Promise<Sent>((resolve, reject) => {
          waiting = { resolve, reject };
          socket.write(request);
        });
      } finally {
        clearTimeout(timer);
        clearTimeout(streamTimer);
      }
    },
  };
}
