import { isRecord, toRecord } from '@formwork/schema/json';
import type { AuthInfo } from '@modelcontextprotocol/server';
import { AsyncLocalStorage } from 'node:async_hooks';

declare const IDENTIFIED: unique symbol;

/**
 * The id of the principal that makes a call of MCP. Only code that identifies callers makes such
 * ids, so that no call can reach a task or a handle without identification.
 */
export type PrincipalId = string & { readonly [IDENTIFIED]: true };

/** The caller of an MCP request over HTTP, as `identify` of the router has found it. */
export interface McpCaller {
  /** The stable id of the principal; `undefined` for an anonymous caller. */
  readonly id: string | undefined;
  /** The scopes that the caller's credentials grant. */
  readonly scopes: readonly string[];
}

/** The principal of all anonymous callers, and of a host over standard input. No id is empty. */
const ANYBODY = '' as PrincipalId;

/**
 * The caller of the MCP request that this process is answering, in all code that runs because of
 * it.
 */
const current = new AsyncLocalStorage<McpCaller>();

/** Calls a function, during which {@link getCaller} returns the given caller. */
export function runFor<Result>(caller: McpCaller, work: () => Result): Result {
  return current.run(caller, work);
}

/**
 * Returns the caller of the MCP request that is being answered; `undefined` outside of one. For the
 * `connect.headers` of an agent that is called on behalf of each caller.
 *
 * @example
 * ```ts
 * import { createBridge, getCaller } from '@formwork/mcp';
 * import type { AgentServer } from '@formwork/server';
 *
 * declare const server: AgentServer;
 * const headers = () => server.createCallerHeaders(getCaller());
 * const bridge = createBridge({
 *   agents: [{ alias: 'own', server, connect: { headers } }],
 * });
 * ```
 */
export function getCaller(): McpCaller | undefined {
  return current.getStore();
}

/**
 * Makes the facts about a caller that the SDK passes on to the handlers of a request. The caller's
 * token is not among them, so that no handler can pass it on.
 */
export function toAuthInfo({ id, scopes }: McpCaller): AuthInfo | undefined {
  return id === undefined ? undefined : { token: '', clientId: id, scopes: [...scopes] };
}

/**
 * Reads the principal of a call from the SDK's facts about its caller, which only anonymous calls
 * lack.
 */
export function readPrincipal(authInfo: AuthInfo | undefined): PrincipalId {
  return authInfo === undefined ? ANYBODY : (authInfo.clientId as PrincipalId);
}

/**
 * Checks the value that `identify` of a router returned, because a program of plain JavaScript may
 * return anything.
 *
 * @throws McpMisconfiguredError for a value that is no caller: it must not count as an anonymous
 * one
 */
export function checkCaller(value: unknown): McpCaller {
  const { id, scopes } = toRecord(value);
  const isKnown = typeof id === 'string' && id !== '';
  const isAnonymous = isRecord(value) && 'id' in value && id === undefined;
  if ((isKnown || isAnonymous) && Array.isArray(scopes)) return value as McpCaller;
  throw new McpMisconfiguredError(
    'identify must return a caller, as identify of createServer does',
    value,
  );
}

/**
 * Checks the value that `authenticate` of a router returned: an id, or `undefined` for a refusal.
 *
 * @throws McpMisconfiguredError for any other value
 */
export function checkPrincipalId(value: unknown): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw new McpMisconfiguredError(
    'authenticate must return undefined or the id of a principal',
    value,
  );
}

/**
 * Thrown when the operator's `identify` or `authenticate` returns a value that names no caller. The
 * message is for the log.
 */
export class McpMisconfiguredError extends Error {
  constructor(rule: string, value: unknown) {
    // Shows only the type of the value, because the value may be a secret.
    const kind =
      value === '' ? 'an empty text' : value === null ? 'null' : `a value of type ${typeof value}`;
    super(`Cannot tell who calls because ${rule}: it returned ${kind}`);
  }
}

/** Thrown for a caller without accepted credentials, who is answered with 401 and the challenge. */
export class UnknownCallerError extends Error {
  readonly challenge = 'Bearer';

  constructor() {
    super('Who calls must be known: sign in first');
  }
}
