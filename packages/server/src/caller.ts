import type { Principal } from '@formwork/core';
import type { RequestHead } from '@formwork/network';
import { randomBytes } from 'node:crypto';

declare const IDENTIFIED: unique symbol;

/**
 * The sender of a request, as the server has identified it. Only `identify` and `vouchFor` make
 * callers, so that no endpoint reaches a task without identification.
 */
export interface Caller {
  /** The stable id of the principal; `undefined` for an anonymous caller. */
  readonly id: string | undefined;
  /** The scopes that the credentials grant; none for an anonymous caller. */
  readonly scopes: readonly string[];
  /** The IP address of the connection; present if there is an audit listener. */
  readonly address?: string | undefined;
  /**
   * The id of an anonymous caller whose tasks are in a scope of its own; absent for all others, who
   * share the scope of anonymous callers, or have that of their principal.
   */
  readonly visitor?: string;
  /** True for a visitor who can begin one task, and no other. */
  readonly once?: boolean;
  readonly [IDENTIFIED]: true;
}

/** Finds the caller who sent a request, by its credentials. */
export interface Identify {
  /**
   * Resolves to the caller of a request, or to `NOBODY`.
   *
   * @throws UnauthenticatedError for credentials that are not accepted
   */
  (request: RequestHead): Promise<Caller>;
  /**
   * Returns the value of `WWW-Authenticate` for a caller who lacks some of the given scopes.
   * Default: no challenge is sent.
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
export function createCaller(principal: Principal): Caller {
  // Programs of plain JavaScript may give anything.
  const { id, scopes = [] } = (principal as Principal | null) ?? { id: '' };
  checkId(id);
  checkScopes(scopes);
  return { id, scopes } as Caller;
}

/** The callers that protocol adapters admit without `identify`. */
export const ADMISSION = {
  vouchFor: (id: string): Caller => createCaller({ id }),
  admitVisitor(id: string, { once = false }: { readonly once?: boolean } = {}): Caller {
    checkId(id);
    return { ...NOBODY, visitor: id, once };
  },
} as const;

/** Throws for a principal without a usable id: all such principals would share their tasks. */
function checkId(id: unknown): void {
  if (typeof id === 'string' && id !== '') return;
  throw new TypeError(
    `Cannot tell the caller because the principal's id must be text that is not empty: current value is ${typeof id === 'string' ? '""' : typeof id}`,
  );
}

/** Throws for scopes that are not a list of words: one text with all of them would never match. */
function checkScopes(scopes: unknown): void {
  const isList = Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string');
  if (isList && scopes.every((scope) => scope !== '' && !/\s/u.test(scope))) return;
  throw new TypeError(
    `Cannot tell the caller because the principal's scopes must be an array of words: current value is ${isList ? 'an array with an empty text or one with spaces' : typeof scopes}`,
  );
}

/**
 * The part of a server that identifies callers, for other endpoints of the same process, such as
 * MCP.
 */
export interface CallerIdentification {
  /**
   * Identifies the caller of a request as the agent's endpoints do, with the same limits and audit.
   *
   * @throws UnauthenticatedError for credentials that are not accepted, and for none where some are
   * required; QuotaError for a caller over its limit; UnavailableError before the server listens
   */
  readonly identify: Identify;
  /**
   * Returns headers with which a program of this process calls the agent on behalf of a caller from
   * {@link identify}. The headers are valid for a minute, at this server only. An anonymous caller
   * gets none.
   */
  readonly createCallerHeaders: LoopbackTokens['issue'];
}

/** The header by which a program of this process presents a token for a caller. */
const TOKEN_HEADER = 'x-formwork-token';

/** The time for which a token is valid, in milliseconds. */
const TOKEN_MS = 60_000;

/** The largest number of valid tokens; the oldest are dropped first. */
const MAX_TOKENS = 10_000;

/**
 * The loopback tokens of a server, by which a program of this process calls the agent on behalf of an
 * identified caller. Tokens are random, short-lived, and never leave the machine.
 */
export interface LoopbackTokens {
  /** Returns the headers of a request on behalf of a caller; an anonymous caller gets none. */
  readonly issue: (
    caller: Pick<Caller, 'id' | 'scopes'> | undefined,
  ) => Readonly<Record<string, string>>;
  /** Returns true for a request with a valid token. */
  readonly isOwn: (request: RequestHead) => boolean;
  /** Wraps the identification of callers, so that tokens are accepted. */
  accept(identify: Identify): Identify;
}

/** Makes the loopback tokens of a server. */
export function createLoopbackTokens(): LoopbackTokens {
  const issued = new Map<string, { readonly caller: Caller; readonly until: number }>();

  function dropExpiredTokens(now: number): void {
    for (const [token, { until }] of issued) {
      if (until > now && issued.size <= MAX_TOKENS) return;
      issued.delete(token);
    }
  }

  function findCaller({ headers }: RequestHead): Caller | undefined {
    const token = headers[TOKEN_HEADER];
    const entry = typeof token === 'string' ? issued.get(token) : undefined;
    return entry !== undefined && entry.until > performance.now() ? entry.caller : undefined;
  }

  return {
    issue(principal) {
      if (principal?.id === undefined) return {};
      const now = performance.now();
      dropExpiredTokens(now);
      const token = randomBytes(32).toString('base64url');
      const caller = createCaller({ id: principal.id, scopes: principal.scopes });
      issued.set(token, { caller, until: now + TOKEN_MS });
      return { [TOKEN_HEADER]: token };
    },
    isOwn: (request) => findCaller(request) !== undefined,
    accept(identify) {
      const accepting: Identify = (request) => {
        const caller = findCaller(request);
        return caller === undefined ? identify(request) : Promise.resolve(caller);
      };
      return Object.assign(accepting, identify);
    },
  };
}
