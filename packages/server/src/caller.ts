import type { IncomingMessage } from 'node:http';

declare const IDENTIFIED: unique symbol;

/**
 * Whoever sent a request, as the server found out. Nothing but `identify` and `vouchFor` makes one,
 * so that no door can reach a task without having asked.
 */
export interface Caller {
  /** The stable id of the principal; `undefined` for somebody who did not say who they are. */
  readonly id: string | undefined;
  readonly [IDENTIFIED]: true;
}

/**
 * Tells who sent a request.
 *
 * @throws UnauthenticatedError for credentials that do not count
 */
export type Identify = (request: IncomingMessage) => Promise<Caller>;

/** Somebody who did not say who they are. */
export const NOBODY = { id: undefined } as Caller;

/**
 * Makes the caller of an id.
 *
 * @throws TypeError unless it is text that is not empty
 */
export function createCaller(id: unknown): Caller {
  if (typeof id === 'string' && id !== '') return { id } as Caller;
  throw new TypeError(
    `Cannot tell the caller as the principal's id must be text that is not empty: current value is ${typeof id === 'string' ? '""' : typeof id}`,
  );
}
