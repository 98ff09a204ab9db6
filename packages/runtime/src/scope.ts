import type { User } from '@a2a-js/sdk/server';
import type { Principal } from '@formwork/core';

/** The scope of callers who did not say who they are. */
export const ANONYMOUS_SCOPE = '';

/** The scope that a caller's tasks belong to. */
export function toScope(user: User | undefined): string {
  return toPrincipalScope(user?.isAuthenticated === true ? { id: user.userName } : undefined);
}

/** The scope that a principal's tasks belong to. */
export function toPrincipalScope(principal: Principal | undefined): string {
  return principal === undefined ? ANONYMOUS_SCOPE : `user:${principal.id}`;
}

/** No principal's scope begins with it. */
const MESSAGE_PREFIX = 'message:';

/**
 * The scope of what a principal gets answered with a message alone. Each of these is a task of the
 * engine, as durable as any, but callers must not meet it as one.
 */
export function toMessageScope(scope: string): string {
  return `${MESSAGE_PREFIX}${scope}`;
}

/** The principal that owns a scope; `undefined` for the anonymous one. */
export function fromScope(scope: string): Principal | undefined {
  const own = scope.startsWith(MESSAGE_PREFIX) ? scope.slice(MESSAGE_PREFIX.length) : scope;
  return own === ANONYMOUS_SCOPE ? undefined : { id: own.slice('user:'.length) };
}
