import type { CardSecurity, Principal, TaskLogger } from '@formwork/core';
import type { RequestHead } from '@formwork/network';
import { isRecord } from '@formwork/schema/json';
import { randomUUID } from 'node:crypto';
import type { AgentRouterOptions } from './agent-router-options.ts';
import { type Caller, createCaller, type Identify, NOBODY } from './caller.ts';
import { createChallenge, describeCredentials } from './challenge.ts';
import {
  type Authenticate,
  type CredentialLocation,
  hasCredential,
  listLocations,
} from './credential.ts';
import { MisconfiguredError, UnauthenticatedError } from './errors.ts';

/** The outcome of one of several combined authentications for a request. */
interface AuthenticationResult {
  readonly locations: readonly CredentialLocation[];
  readonly principal: Principal | undefined;
}

/**
 * Combines authentications, so that callers may use any one of them, or several at once.
 *
 * A credential is refused if no authentication for its place accepts it, and so are two of
 * different principals. The scopes of several are added up.
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
    const results = await Promise.all(
      authentications.map(async (authentication): Promise<AuthenticationResult> => ({
        locations: listLocations(authentication),
        principal: await authentication(request),
      })),
    );
    return judge(request, results);
  };
  const audience = authentications.find(
    (authentication) => authentication.audience !== undefined,
  )?.audience;
  return Object.assign(authenticate, {
    ...(audience !== undefined && { audience }),
    schemes: authentications.flatMap(({ schemes = [] }) => schemes),
    issuers: [...new Set(authentications.flatMap(({ issuers = [] }) => issuers))],
  });
}

/** Returns the principal that all credentials of a request agree on; `undefined` if they do not. */
function judge(
  request: RequestHead,
  results: readonly AuthenticationResult[],
): Principal | undefined {
  const accepted = results.filter(({ principal }) => principal !== undefined);
  const unverifiedLocations = new Set(
    results
      .flatMap(({ locations }) => locations)
      .filter((location) => hasCredential(request, location)),
  );
  for (const { locations } of accepted)
    for (const location of locations) unverifiedLocations.delete(location);
  const [first, ...furtherPrincipals] = accepted.flatMap(({ principal }) => principal ?? []);
  if (unverifiedLocations.size > 0 || furtherPrincipals.some(({ id }) => id !== first?.id))
    return undefined;
  if (first === undefined || furtherPrincipals.length === 0) return first;
  const scopes = [first, ...furtherPrincipals].flatMap((principal) => principal.scopes ?? []);
  return { ...first, scopes: [...new Set(scopes)] };
}

function checkCombination(authentications: readonly Authenticate[]): void {
  const subject = 'Cannot combine authentications';
  if (authentications.length < 2) {
    throw new TypeError(
      `${subject} because there must be at least two: current value is ${authentications.length}`,
    );
  }
  const names = new Set<string>();
  for (const { name } of authentications.flatMap(({ schemes = [] }) => schemes)) {
    if (names.has(name)) {
      throw new TypeError(
        `${subject} because each scheme must have a name of its own in the card: current value is ${JSON.stringify(name)} twice`,
      );
    }
    names.add(name);
  }
}

type AuthenticationOptions = Pick<AgentRouterOptions, 'authenticate' | 'requireAuthentication'>;

/**
 * Makes the function that identifies the sender of a request, for every endpoint. It resolves to a
 * caller or to {@link NOBODY}, and rejects with `UnauthenticatedError` for wrong credentials, even
 * where none are required, because their sender must not count as anonymous.
 *
 * @throws TypeError if callers must authenticate and have no way to do so
 */
export function createIdentify({
  authenticate,
  requireAuthentication = false,
  metadataUrl,
  logger,
}: AuthenticationOptions & {
  /**
   * The URL of the metadata that lists the token issuers, for the challenge of a 401. Default:
   * none.
   */
  readonly metadataUrl?: string;
  /** The log that tells the operator that `authenticate` returned no principal. Default: none. */
  readonly logger?: TaskLogger;
}): Identify {
  if (authenticate === undefined) {
    if (!requireAuthentication) return () => Promise.resolve(NOBODY);
    throw new TypeError(
      'Cannot require authentication because authenticate must be a function: current value is undefined',
    );
  }
  const { schemes = [], issuers = [] } = authenticate;
  const facts =
    issuers.length > 0 && metadataUrl !== undefined ? [`resource_metadata="${metadataUrl}"`] : [];
  const locations = [...new Set(listLocations(authenticate))];
  const refuse = (reasons: readonly string[]): UnauthenticatedError =>
    new UnauthenticatedError(createChallenge(schemes, reasons), {
      accepted: describeCredentials(schemes),
    });
  const identify: Identify = async (request) => {
    const principal = await authenticate(request);
    if (principal !== undefined) return admitPrincipal(principal, logger);
    const isGiven = locations.some((location) => hasCredential(request, location));
    if (isGiven) throw refuse(['error="invalid_token"', ...facts]);
    if (requireAuthentication) throw refuse(facts);
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
 * Makes a caller from the principal that `authenticate` returned, which may be any value in plain
 * JavaScript.
 *
 * @throws MisconfiguredError for a value that is no principal, after it was logged
 */
function admitPrincipal(principal: Principal, logger: TaskLogger | undefined): Caller {
  try {
    return createCaller(principal);
  } catch (cause) {
    const errorId = randomUUID();
    const message = `Cannot tell who calls because authenticate must return undefined or a principal such as { id: "ada" }: it returned ${describeReturned(principal)}`;
    logger?.error(message, { errorId });
    throw new MisconfiguredError(errorId, { cause });
  }
}

/** The maximum length of the names of an object in the log, in characters. */
const MAX_NAMES = 100;

/** Describes a value that is no principal for the log, without possible secrets. */
function describeReturned(value: unknown): string {
  if (value === null || value === '') return value === '' ? 'an empty text' : 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'string') return 'a text';
  if (!isRecord(value)) return `a ${typeof value}`;
  const { id } = value;
  const names = Object.keys(value).join(', ').slice(0, MAX_NAMES);
  if (!('id' in value)) return `an object ${names === '' ? 'without names' : `with ${names}`}`;
  if (id === '') return 'an object whose id is an empty text';
  return typeof id === 'string'
    ? 'an object whose scopes are not an array of words'
    : `an object whose id is ${id === null ? 'null' : `of type ${typeof id}`}`;
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
