import type { Principal } from '@formwork/core';
import type { IncomingMessage } from 'node:http';

declare const IDENTIFIED: unique symbol;

/**
 * Whoever sent a request, as the server found out. Nothing but `identify` and `vouchFor` makes one,
 * so that no door can reach a task without having asked.
 */
export interface Caller {
  /** The stable id of the principal; `undefined` for somebody who did not say who they are. */
  readonly id: string | undefined;
  /** The scopes that the credentials grant; none for somebody who did not say who they are. */
  readonly scopes: readonly string[];
  readonly [IDENTIFIED]: true;
}

/** Finds the caller who sent a request, by its credentials. */
export interface Identify {
  /**
   * Resolves to the caller of a request, or to `NOBODY`.
   *
   * @throws UnauthenticatedError for credentials that are not accepted
   */
  (request: IncomingMessage): Promise<Caller>;
  /**
   * Returns the value of `WWW-Authenticate` for a caller whose credentials do not suffice, with the
   * scopes that it needs. Default: no challenge is sent.
   */
  readonly challengeFor?: (scopes: readonly string[]) => string;
}

/** The caller of requests without credentials: anonymous. */
export const NOBODY = { id: undefined, scopes: [] as readonly string[] } as Caller;

/**
 * Makes the caller of a principal.
 *
 * @throws TypeError unless its id is text that is not empty, and its scopes are texts
 */
export function createCaller({ id, scopes = [] }: Principal): Caller {
  checkId(id);
  checkScopes(scopes);
  return { id, scopes } as Caller;
}

/** Throws for a principal without a usable id: all such principals would share their tasks. */
function checkId(id: unknown): void {
  if (typeof id === 'string' && id !== '') return;
  throw new TypeError(
    `Cannot tell the caller as the principal's id must be text that is not empty: current value is ${typeof id === 'string' ? '""' : typeof id}`,
  );
}

/** Throws for scopes that are not a list of words: one text with all of them would never match. */
function checkScopes(scopes: unknown): void {
  const isList = Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string');
  if (isList && scopes.every((scope) => scope !== '' && !/\s/u.test(scope))) return;
  throw new TypeError(
    `Cannot tell the caller as the principal's scopes must be an array of words: current value is ${isList ? 'an array with an empty text or one with spaces' : typeof scopes}`,
  );
}
