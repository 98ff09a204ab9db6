import { connect } from 'node:net';

/** The options of {@link sendBytes}: how long it waits for further bytes of the answer. */
export interface SendBytesOptions {
  /**
   * The time without any answer after which the connection is closed, in milliseconds. Default 150.
   */
  readonly quietMs?: number;
}

/**
 * Sends bytes over a new connection and resolves with all that the server answers, until the server
 * ends the connection or is silent for `quietMs`.
 */
export function sendBytes(
  url: string,
  bytes: string | Uint8Array,
  { quietMs = 150 }: SendBytesOptions = {},
): Promise<string> {
  const { port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1').setNoDelay(true);
    let text = '';
    let timer: NodeJS.Timeout | undefined;
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => socket.destroy(), quietMs);
    };
    socket.setEncoding('latin1').on('data', (piece: string) => {
      text += piece;
      wait();
    });
    // A server that has refused a request need not read the rest of it.
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(text);
    });
    socket.once('connect', () => {
      // Latin-1: a character is a byte.
      socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
      // The first byte of an answer may take longer, because the machine may be busy.
      timer = setTimeout(() => socket.destroy(), quietMs * 10);
    });
  });
}

/** A request after whose answer the server closes the connection. */
export interface Plain {
  readonly method: string;
  readonly target: string;
  /** The header lines, without `Content-Length` and `Connection`, which {@link toBytes} adds. */
  readonly lines: readonly string[];
  readonly body?: string;
}

/** Returns a request as the text of its bytes. */
export function toBytes({ method, target, lines, body = '' }: Plain): string {
  const length = method === 'POST' ? [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`] : [];
  const head = [`${method} ${target} HTTP/1.1`, ...lines, ...length, 'Connection: close'];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Returns the HTTP status of the first answer in a text; 0 if there is none. */
export function readStatus(text: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/u.exec(text)?.[1] ?? 0);
}
