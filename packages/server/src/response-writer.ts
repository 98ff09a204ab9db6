import type { RequestMessage } from './request-message.ts';

/**
 * The answer to a request as it is being written: what the doors of an agent need of a
 * `ServerResponse` of Node, which is one, so that another program that serves HTTP needs no more.
 */
export interface ResponseWriter {
  /** The request that is answered. */
  readonly req: RequestMessage;
  statusCode: number;
  readonly headersSent: boolean;
  /** True once the reader has the whole answer, or has gone. */
  readonly closed: boolean;
  readonly destroyed: boolean;
  /** True if the whole answer was handed on. */
  readonly writableFinished: boolean;
  /** True while the reader has to take data before it can take more. */
  readonly writableNeedDrain: boolean;
  /** The amount of data that the reader has not taken, in bytes. */
  readonly writableLength: number;
  /** The connection; null if it is unknown. */
  readonly socket: { readonly timeout?: number | undefined } | null;
  hasHeader(name: string): boolean;
  getHeader(name: string): number | string | string[] | undefined;
  setHeader(name: string, value: number | string | readonly string[]): unknown;
  appendHeader(name: string, value: string): unknown;
  removeHeader(name: string): void;
  writeHead(status: number): ResponseWriter;
  /** Sends the headers before the body. */
  flushHeaders(): void;
  /** Writes a part of the body; returns false if the reader has to take data before more comes. */
  write(text: string, encoding: 'latin1' | 'utf8'): boolean;
  write(bytes: Uint8Array): boolean;
  end(): unknown;
  end(text: string, encoding: 'latin1' | 'utf8'): unknown;
  end(bytes: Uint8Array): unknown;
  destroy(): unknown;
  /** Emits `timeout` after a time in which the reader took nothing, in milliseconds; 0 for never. */
  setTimeout(milliseconds: number): unknown;
  on(event: ReplyEvent, listener: (this: ResponseWriter) => void): ResponseWriter;
  once(event: ReplyEvent, listener: (this: ResponseWriter) => void): unknown;
  off(event: ReplyEvent, listener: (this: ResponseWriter) => void): ResponseWriter;
}

/** The events of a {@link ResponseWriter}. */
type ReplyEvent = 'close' | 'drain' | 'timeout';

/**
 * Resolves when the reader of an answer can take more, or has gone.
 *
 * @throws the reason of the signal, once it aborts
 */
export function whenDrained(reply: ResponseWriter, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    function wake(): void {
      reply.off('drain', wake).off('close', wake);
      signal.removeEventListener('abort', wake);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    }
    reply.on('drain', wake).on('close', wake);
    signal.addEventListener('abort', wake);
    if (signal.aborted || reply.closed) wake();
  });
}
