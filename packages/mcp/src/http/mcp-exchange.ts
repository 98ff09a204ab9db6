import type { admitPage, RequestHead } from '@formwork/network';

/** A request to the HTTP endpoint of a bridge, on whatever program that serves HTTP. */
export interface McpExchange {
  readonly head: RequestHead;
  /** The headers of the answer, beside its own. */
  readonly reply: Parameters<typeof admitPage>[1];
  /** The signal that aborts when the caller goes before the whole answer was sent. */
  readonly signal: AbortSignal;
  /** The status of the answer, and whether all of it was sent. */
  readonly outcome: { readonly status: number; readonly isWhole: boolean };
  /**
   * Reads the body; resolves to `undefined` if it has more than `maxBytes` bytes.
   *
   * @throws Error if it does not come whole within {@link BODY_MS}
   */
  readBody(maxBytes: number): Promise<Uint8Array | undefined>;
  /** Sends the answer. Resolves when it was handed on, or the caller has gone. */
  send(answer: Response): Promise<void>;
  /** Calls a function when the answer was sent, or the caller has gone; at once if that was before. */
  onEnd(listener: () => void): void;
}

/** Returns true for an answer of server-sent events. */
export function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

/** The time in which a body has to come where no server limits it, in milliseconds. */
export const BODY_MS = 90_000;

/** Makes the error for a body that came in part only. */
export function createBodyError(): Error {
  return new Error('Cannot read the request because its body must come whole');
}
