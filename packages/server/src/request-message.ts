import type { RequestHead } from '@formwork/network';

/**
 * A request as the steps of a server see it: the parts of an `IncomingMessage` of Node that they
 * need, which is one, so that another program that serves HTTP needs no more.
 */
export interface RequestMessage extends RequestHead {
  /** True once the whole request has come, or the program around takes care of its rest. */
  readonly complete: boolean;
  /** True once the whole body was read. */
  readonly readableEnded: boolean;
  readonly destroyed: boolean;
  /** Begins to read the body with the first listener of `data`. */
  on(event: 'data', listener: (chunk: Buffer | string) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'close', listener: () => void): unknown;
  /** Gives up a request whose body is still coming. */
  destroy(): unknown;
}
