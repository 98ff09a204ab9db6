import type { User } from '@a2a-js/sdk/server';
import type { Principal } from '@formwork/core';

declare const SCOPE: unique symbol;

/**
 * Whom tasks belong to. The server makes it of the caller that it identified, and nothing else does;
 * engines keep it as text.
 */
export type Scope = string & { readonly [SCOPE]: true };

/** The scope of callers who did not say who they are. */
export const ANONYMOUS_SCOPE = '' as Scope;

/** Returns the scope that a caller's tasks belong to. */
export function toScope(user: User | undefined): Scope {
  return toPrincipalScope(user?.isAuthenticated === true ? { id: user.userName } : undefined);
}

/** Returns the scope that a principal's tasks belong to. */
export function toPrincipalScope(principal: Principal | undefined): Scope {
  return principal === undefined ? ANONYMOUS_SCOPE : (`user:${principal.id}` as Scope);
}

/**
 * The prefix of scopes for tasks that only answer with a message; no principal's scope begins so.
 */
const MESSAGE_PREFIX = 'message:';

/**
 * Returns the scope of the tasks of a principal that are answered with a message alone. Each of
 * these is a task of the engine, as durable as any, but callers must not meet it as one.
 */
export function toMessageScope(scope: Scope): Scope {
  return `${MESSAGE_PREFIX}${scope}` as Scope;
}

/** Returns the scope of the sessions of a principal, which A2A does not list among its tasks. */
export function toSessionScope(scope: Scope): Scope {
  return `session:${scope}` as Scope;
}

/** Lists every scope of whom a scope of tasks belongs to. */
export function listScopesOf(scope: Scope): readonly Scope[] {
  return [scope, toMessageScope(scope), toSessionScope(scope)];
}

/** Returns the principal that owns a scope; `undefined` for the anonymous one. */
export function fromScope(scope: Scope): Principal | undefined {
  const own = scope.startsWith(MESSAGE_PREFIX) ? scope.slice(MESSAGE_PREFIX.length) : scope;
  return own === ANONYMOUS_SCOPE ? undefined : { id: own.slice('user:'.length) };
}
