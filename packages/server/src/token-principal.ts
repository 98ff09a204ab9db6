import { type Principal, isPeopleAddress } from '@formwork/core';
import { getOwn, isRecord } from '@formwork/schema/json';

/**
 * Reads the principal of a token: `sub` is the id, and `scope` or `scp` the scopes. `undefined` for a
 * token without an id.
 */
export function readPrincipal({
  sub,
  scope,
  scp,
}: Readonly<Record<string, unknown>>): Principal | undefined {
  if (!isText(sub)) return undefined;
  const scopeClaim = scope ?? scp;
  const scopes: readonly unknown[] =
    typeof scopeClaim === 'string'
      ? scopeClaim.split(' ')
      : Array.isArray(scopeClaim)
        ? scopeClaim
        : [];
  return { id: sub, scopes: scopes.filter(isText) };
}

/** True for a text that is not empty. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The largest number of roles that one token gives. */
const MAX_ROLES = 200;

/**
 * Adds the roles of a token to the scopes of its principal: each name in one of the claims becomes
 * the scope `role:NAME`. Names that are no address of a role are left out.
 */
export function addRoles(
  principal: Principal | undefined,
  {
    claims,
    names,
  }: { readonly claims: Readonly<Record<string, unknown>>; readonly names: readonly string[] },
): Principal | undefined {
  if (principal === undefined || names.length === 0) return principal;
  const roles = names
    .flatMap((name) => [findClaim(claims, name)].flat())
    .filter((role) => typeof role === 'string')
    .map((role) => `role:${role}`)
    .filter(isPeopleAddress)
    .slice(0, MAX_ROLES);
  return { ...principal, scopes: [...new Set([...(principal.scopes ?? []), ...roles])] };
}

/**
 * Finds a claim by its name, such as `https://example.com/roles`, or else by its path, such as
 * `realm_access.roles`; `undefined` if the token has none.
 */
function findClaim(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>((value, key) => (isRecord(value) ? getOwn(value, key) : undefined), claims);
}
