import type { User } from '@a2a-js/sdk/server';
import type { Principal } from '@formwork/core';

declare const SCOPE: unique symbol;

/** The owner of tasks, derived from the authenticated caller; engines store it as text. */
export type Scope = string & { readonly [SCOPE]: true };

/** The scope of anonymous callers, which all of them share. */
export const ANONYMOUS_SCOPE = '' as Scope;

/**
 * The SDK's user for a visitor: an anonymous caller with tasks of its own, which neither other
 * visitors nor other anonymous callers can reach.
 */
export interface VisitorUser extends User {
  /** The id by which the visitor's tasks are found; others must not be able to guess it. */
  readonly visitor: string;
  /** True if the visitor can begin one task, and no other. */
  readonly once?: boolean;
}

function isVisitor(user: User | undefined): user is VisitorUser {
  return user !== undefined && 'visitor' in user && typeof user.visitor === 'string';
}

/** True for a visitor who can begin one task, and no other. */
export function hasOneTask(user: User | undefined): boolean {
  return isVisitor(user) && user.once === true;
}

/** Returns the scope that a caller's tasks belong to, from the SDK's user. */
export function toScope(user: User | undefined): Scope {
  if (isVisitor(user)) return toVisitorScope(user.visitor);
  return toPrincipalScope(user?.isAuthenticated === true ? { id: user.userName } : undefined);
}

/** Returns the scope that a user's tasks belong to, from `task.user` of a handler. */
export function toPrincipalScope(principal: Principal | undefined): Scope {
  return principal === undefined ? ANONYMOUS_SCOPE : (`user:${principal.id}` as Scope);
}

/** The beginning of the scopes of visitors; no scope of a known user begins with it. */
const VISITOR_PREFIX = 'visitor:';

/** Returns the scope that the tasks of a visitor belong to. */
export function toVisitorScope(visitor: string): Scope {
  return `${VISITOR_PREFIX}${visitor}` as Scope;
}

/**
 * The beginning of the scopes of tasks whose callers get only a message; the scope of a user's
 * other tasks never begins with it.
 */
const MESSAGE_PREFIX = 'message:';

/**
 * Returns the scope of a user's tasks whose callers get only a message. Each of these is a durable
 * task in the engine, but callers do not see it as a task.
 */
export function toMessageScope(scope: Scope): Scope {
  return `${MESSAGE_PREFIX}${scope}` as Scope;
}

/** Returns the scope of a user's sessions, which A2A does not list among the user's tasks. */
export function toSessionScope(scope: Scope): Scope {
  return `session:${scope}` as Scope;
}

/**
 * Lists all scopes of the owner of a scope: those of tasks, of answers with a message, and of
 * sessions.
 */
export function listScopesOf(scope: Scope): readonly Scope[] {
  return [scope, toMessageScope(scope), toSessionScope(scope)];
}

/** Returns the user who owns a scope; `undefined` for the scopes of anonymous callers. */
export function fromScope(scope: Scope): Principal | undefined {
  const ownerScope = scope.startsWith(MESSAGE_PREFIX) ? scope.slice(MESSAGE_PREFIX.length) : scope;
  const isNameless = ownerScope === ANONYMOUS_SCOPE || ownerScope.startsWith(VISITOR_PREFIX);
  return isNameless ? undefined : { id: ownerScope.slice('user:'.length) };
}
