import { A2AError, type ErrorDetail } from '@a2a-js/sdk/errors';
import type { User } from '@a2a-js/sdk/server';
import type { AnySkill, Principal } from '@formwork/core';
import { listMissingScopes } from '@formwork/core/internal';
import type { DetailedError } from '../errors.ts';
import { ERROR_DOMAIN, ERROR_INFO } from './structured-input-error.ts';

/** The SDK's user for an authenticated caller, with the caller's OAuth scopes. */
export interface KnownUser extends User {
  /** The OAuth scopes that the caller was granted. */
  readonly scopes: readonly string[];
}

/** Lists the OAuth scopes that a caller was granted; none for anonymous callers. */
export function listGrantedScopes(user: User | undefined): readonly string[] {
  return user?.isAuthenticated === true && isKnownUser(user) ? user.scopes : [];
}

/** Returns the principal that a user of the SDK stands for; `undefined` for an anonymous caller. */
export function toPrincipal(user: User | undefined): Principal | undefined {
  if (user?.isAuthenticated !== true) return undefined;
  return { id: user.userName, scopes: listGrantedScopes(user) };
}

function isKnownUser(user: User): user is KnownUser {
  return 'scopes' in user && Array.isArray(user.scopes);
}

/**
 * Thrown when a caller lacks the credentials or permission for a request. Transports send the
 * `google.rpc` code that its reason names.
 */
export class AccessError extends A2AError implements DetailedError {
  /** `UNAUTHENTICATED` for an anonymous caller, who may try again with credentials. */
  override readonly reason: 'PERMISSION_DENIED' | 'UNAUTHENTICATED';
  readonly scopes: readonly string[];
  readonly details: readonly ErrorDetail[];

  constructor(
    message: string,
    {
      isKnown,
      scopes,
      details,
    }: {
      /** True if the caller is authenticated and only lacks a permission. */
      readonly isKnown: boolean;
      /** The OAuth scopes that the request requires, all of them. */
      readonly scopes: readonly string[];
      readonly details: readonly ErrorDetail[];
    },
  ) {
    super({ message });
    this.reason = isKnown ? 'PERMISSION_DENIED' : 'UNAUTHENTICATED';
    this.scopes = scopes;
    this.details = details;
  }
}

/**
 * Checks that a caller is authenticated.
 *
 * @throws AccessError for anonymous callers
 */
export function checkKnownTask(user: User | undefined): void {
  if (user?.isAuthenticated === true) return;
  throw new AccessError(
    'Cannot show the extended card because the request does not say who asks for it. The agent card says how to authenticate.',
    { isKnown: false, scopes: [], details: [] },
  );
}

/**
 * Checks that a caller has all OAuth scopes that a skill requires.
 *
 * @throws AccessError if the caller lacks one
 */
export function checkPermission(skill: AnySkill | undefined, user: User | undefined): void {
  if (skill?.scopes === undefined) return;
  if (listMissingScopes(skill, listGrantedScopes(user)).length > 0) {
    throw createScopeError(skill, user?.isAuthenticated === true);
  }
}

function createScopeError({ id, scopes = [] }: AnySkill, isKnown: boolean): AccessError {
  const list = scopes.map((scope) => JSON.stringify(scope)).join(', ');
  const [noun, pronoun] = scopes.length === 1 ? ['scope', 'it'] : ['scopes', 'them'];
  const advice = isKnown
    ? `Ask for credentials with ${pronoun}.`
    : `Send credentials that have ${pronoun}.`;
  const metadata = { skillId: id, scopes: scopes.join(' ') };
  return new AccessError(
    `Cannot use the skill ${JSON.stringify(id)} because it asks for the ${noun} ${list}. ${advice}`,
    {
      isKnown,
      scopes,
      details: [
        { '@type': ERROR_INFO, reason: 'INSUFFICIENT_SCOPE', domain: ERROR_DOMAIN, metadata },
      ],
    },
  );
}
