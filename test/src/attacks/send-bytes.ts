import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The options of {@link sendBytes}. */
export interface SendBytesOptions {
  /** True for the bytes of a request that the server must answer. Default false. */
  readonly isWhole?: boolean;
}

/** The time without any answer after which a server has said all, in milliseconds. */
const QUIET_MS = 150;
/** The number of requests that it has answered meanwhile, because it may have had no time before. */
const OTHERS = 3;

/**
 * Sends bytes over a new connection and resolves with all that the server answers, until the server
 * ends the connection, or is silent for a while in which it answers others. A server always answers a
 * request that is whole, however busy the machine is.
 */
export function sendBytes(
  url: string,
  bytes: string | Uint8Array,
  { isWhole = false }: SendBytesOptions = {},
): Promise<string> {
  const { port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1').setNoDelay(true);
    let text = '';
    let waits = 0;
    const wait = async (quietMs = QUIET_MS): Promise<void> => {
      const own = (waits += 1);
      // Real time: that a server says nothing more is no event. It also answers others meanwhile.
      await sleep(quietMs);
      if (own === waits) await askOthers(url);
      if (own === waits) socket.destroy();
    };
    socket.setEncoding('latin1').on('data', (piece: string) => {
      text += piece;
      void wait();
    });
    // A server that has refused a request need not read the rest of it.
    socket.on('error', () => {});
    socket.once('close', () => {
      waits += 1;
      resolve(text);
    });
    socket.once('connect', () => {
      // Latin-1: a character is a byte.
      socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
      // The first byte of an answer may take longer.
      if (!isWhole) void wait(QUIET_MS * 10);
    });
  });
}

/** Sends requests that the server always answers, whatever the answer is. */
async function askOthers(url: string): Promise<void> {
  for (let other = 0; other < OTHERS; other += 1) {
    await fetch(url).then(
      (response) => response.body?.cancel(),
      () => undefined,
    );
  }
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
