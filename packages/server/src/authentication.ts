import type { CardSecurity, Principal, SecurityScheme } from '@formwork/core';
import type { IncomingMessage } from 'node:http';
import type { AgentRouterOptions } from './agent-router-options.ts';
import { createCaller, type Identify, NOBODY } from './caller.ts';
import {
  type Authenticate,
  type CredentialPlace,
  hasCredential,
  listPlaces,
} from './credential.ts';
import { UnauthenticatedError } from './errors.ts';

/** The outcome of one of several combined authentications for a request. */
interface Verdict {
  readonly places: readonly CredentialPlace[];
  readonly principal: Principal | undefined;
}

/**
 * Lets callers choose how they say who they are: by any of these, or by several at once.
 *
 * A credential that no authentication of its place accepts is refused, and so are two that belong to
 * different principals. Scopes of several are added up.
 *
 * @throws TypeError for fewer than two, and for two that have the same name in the card
 *
 * @example
 * ```ts
 * import {
 *   combineAuthentications,
 *   createApiKeyAuthentication,
 *   createJwtAuthentication,
 * } from '@formwork/server';
 *
 * const authenticate = combineAuthentications([
 *   createApiKeyAuthentication({ keys: { 'a-long-random-key': 'reporting' } }),
 *   createJwtAuthentication({
 *     issuer: 'https://login.example.com',
 *     audience: 'https://agents.example.com',
 *   }),
 * ]);
 * ```
 */
export function combineAuthentications(authentications: readonly Authenticate[]): Authenticate {
  checkCombination(authentications);
  const authenticate: Authenticate = async (request) => {
    const verdicts = await Promise.all(
      authentications.map(async (one): Promise<Verdict> => ({
        places: listPlaces(one),
        principal: await one(request),
      })),
    );
    return judge(request, verdicts);
  };
  const audience = authentications.find((one) => one.audience !== undefined)?.audience;
  return Object.assign(authenticate, {
    ...(audience !== undefined && { audience }),
    schemes: authentications.flatMap(({ schemes = [] }) => schemes),
    issuers: [...new Set(authentications.flatMap(({ issuers = [] }) => issuers))],
  });
}

/** Returns the principal that all credentials of a request agree on; `undefined` if they do not. */
function judge(request: IncomingMessage, verdicts: readonly Verdict[]): Principal | undefined {
  const accepted = verdicts.filter(({ principal }) => principal !== undefined);
  const given = new Set(
    verdicts.flatMap(({ places }) => places).filter((place) => hasCredential(request, place)),
  );
  for (const { places } of accepted) for (const place of places) given.delete(place);
  const [first, ...others] = accepted.flatMap(({ principal }) => principal ?? []);
  if (given.size > 0 || others.some(({ id }) => id !== first?.id)) return undefined;
  if (first === undefined || others.length === 0) return first;
  const scopes = [first, ...others].flatMap((principal) => principal.scopes ?? []);
  return { ...first, scopes: [...new Set(scopes)] };
}

function checkCombination(authentications: readonly Authenticate[]): void {
  const subject = 'Cannot combine authentications';
  if (authentications.length < 2) {
    throw new TypeError(
      `${subject} as there must be at least two: current value is ${authentications.length}`,
    );
  }
  const names = new Set<string>();
  for (const { name } of authentications.flatMap(({ schemes = [] }) => schemes)) {
    if (names.has(name)) {
      throw new TypeError(
        `${subject} as each scheme must have a name of its own in the card: current value is ${JSON.stringify(name)} twice`,
      );
    }
    names.add(name);
  }
}

type AuthenticationOptions = Pick<AgentRouterOptions, 'authenticate' | 'requireAuthentication'>;

/** Options of {@link createIdentify}. */
interface IdentifyOptions extends AuthenticationOptions {
  /**
   * The URL at which clients read which servers issue tokens, for the 401 challenge. Default: none.
   */
  readonly metadataUrl?: string;
}

/**
 * Makes the function that tells who sent a request, in front of every door. It resolves to a caller
 * or to {@link NOBODY}, and rejects with `UnauthenticatedError` for credentials that are not accepted,
 * also where nobody has to give any: whoever gives some must not be taken for a stranger.
 *
 * @throws TypeError when callers have to say who they are and have no way to do so
 */
export function createIdentify({
  authenticate,
  requireAuthentication = false,
  metadataUrl,
}: IdentifyOptions): Identify {
  if (authenticate === undefined) {
    if (!requireAuthentication) return () => Promise.resolve(NOBODY);
    throw new TypeError(
      'Cannot require authentication as authenticate must be a function: current value is undefined',
    );
  }
  const { schemes = [], issuers = [] } = authenticate;
  const facts =
    issuers.length > 0 && metadataUrl !== undefined ? [`resource_metadata="${metadataUrl}"`] : [];
  const places = [...new Set(listPlaces(authenticate))];
  const identify: Identify = async (request) => {
    const principal = await authenticate(request);
    if (principal !== undefined) return createCaller(principal);
    const isGiven = places.some((place) => hasCredential(request, place));
    if (isGiven)
      throw new UnauthenticatedError(createChallenge(schemes, ['error="invalid_token"', ...facts]));
    if (requireAuthentication) throw new UnauthenticatedError(createChallenge(schemes, facts));
    return NOBODY;
  };
  return Object.assign(identify, {
    challengeFor: (scopes: readonly string[]) =>
      createChallenge(schemes, [
        ...(scopes.length > 0 ? ['error="insufficient_scope"', `scope="${scopes.join(' ')}"`] : []),
        ...facts,
      ]),
  });
}

/**
 * Returns the security schemes and requirements that the cards declare; `undefined` without
 * schemes.
 */
export function describeSecurity({
  authenticate,
  requireAuthentication = false,
}: AuthenticationOptions): CardSecurity | undefined {
  const schemes = authenticate?.schemes ?? [];
  return schemes.length === 0 ? undefined : { schemes, required: requireAuthentication };
}

/**
 * Makes the value of `WWW-Authenticate` for a 401: a challenge for each scheme. Only `Bearer` is
 * registered, so only it can say what was wrong with the credentials.
 */
function createChallenge(
  schemes: readonly SecurityScheme[],
  facts: readonly string[] = [],
): string {
  const challenges = schemes.flatMap((scheme) => {
    switch (scheme.kind) {
      case 'api-key':
        return [`ApiKey realm="a2a", ${scheme.location}="${scheme.parameter}"`];
      case 'bearer':
      case 'openid-connect':
      case 'oauth2':
        return [['Bearer realm="a2a"', ...facts].join(', ')];
      case 'mutual-tls':
        return [];
    }
  });
  return challenges.length === 0 ? 'Custom realm="a2a"' : [...new Set(challenges)].join(', ');
}
