import { A2AError, type ErrorDetail } from '@a2a-js/sdk/errors';
import type { User } from '@a2a-js/sdk/server';
import type { AnySkill } from '@formwork/core';
import { listMissingScopes } from '@formwork/core/internal';
import type { DetailedError } from '../errors.ts';
import { ERROR_DOMAIN, ERROR_INFO } from './structured-input-error.ts';

/** A caller who said who they are. */
export interface KnownUser extends User {
  /** The scopes that they were granted. */
  readonly scopes: readonly string[];
}

/** Lists the scopes that a caller was granted; none for strangers. */
export function listGrantedScopes(user: User | undefined): readonly string[] {
  return user?.isAuthenticated === true && isKnownUser(user) ? user.scopes : [];
}

function isKnownUser(user: User): user is KnownUser {
  return 'scopes' in user && Array.isArray(user.scopes);
}

/** Options of {@link AccessError}. */
interface AccessErrorOptions {
  /** True if the caller is authenticated. */
  readonly isKnown: boolean;
  /** The scopes that the caller needs, all of them. */
  readonly scopes: readonly string[];
  readonly details: readonly ErrorDetail[];
}

/**
 * Thrown when a caller may not have an answer with the credentials of its request. Transports tell it
 * as the code of `google.rpc` that its reason names.
 */
export class AccessError extends A2AError implements DetailedError {
  /** `UNAUTHENTICATED` for a caller who did not say who they are: credentials may help. */
  override readonly reason: 'PERMISSION_DENIED' | 'UNAUTHENTICATED';
  readonly scopes: readonly string[];
  readonly details: readonly ErrorDetail[];

  constructor(message: string, { isKnown, scopes, details }: AccessErrorOptions) {
    super({ message });
    this.reason = isKnown ? 'PERMISSION_DENIED' : 'UNAUTHENTICATED';
    this.scopes = scopes;
    this.details = details;
  }
}

/**
 * Lets only callers pass who said who they are.
 *
 * @throws AccessError for others
 */
export function checkKnown(user: User | undefined): void {
  if (user?.isAuthenticated === true) return;
  throw new AccessError(
    'Cannot show the extended card because the request does not say who asks for it. The agent card says how to authenticate.',
    { isKnown: false, scopes: [], details: [] },
  );
}

/**
 * Lets a caller use a skill that asks for nothing, or for scopes that they were granted.
 *
 * @throws AccessError
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
