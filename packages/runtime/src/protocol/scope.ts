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

/** Who owns a scope; `undefined` for the anonymous one. */
export function fromScope(scope: string): Principal | undefined {
  return scope === ANONYMOUS_SCOPE ? undefined : { id: scope.slice('user:'.length) };
}
