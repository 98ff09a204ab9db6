import type { CardSecurity, Principal, SecurityScheme } from '@formwork/core';
import { hash, timingSafeEqual } from 'node:crypto';
import type { AgentRouterOptions, Authenticate } from './agent-router-options.ts';
import { createCaller, type Identify, NOBODY } from './caller.ts';
import { UnauthenticatedError } from './errors.ts';

// An import evaluates all that the module offers, of which a client for WebSockets takes longest.
const { validateHeaderName } = process.getBuiltinModule('node:http');

/** Options of {@link createApiKeyAuthentication}. */
export interface ApiKeyAuthenticationOptions {
  /** Name of the header that carries the key. Default `x-api-key`. */
  readonly header?: string;
  /**
   * The id of the principal by its key: in plain text, or as `sha256:` and the SHA-256 hash of the
   * key in 64 hexadecimal digits, which keeps keys out of configuration. Several keys may belong to
   * one principal.
   */
  readonly keys: Readonly<Record<string, string>>;
}

interface Entry {
  readonly hash: Buffer;
  readonly principalId: string;
}

const HASH_PREFIX = 'sha256:';

/**
 * Knows callers by keys. Only hashes are kept; how long a comparison takes tells nothing about
 * them. Keys have to be long and random, because a hash is quickly made.
 *
 * @throws TypeError, which shows no key, for options that could not work
 *
 * @example
 * ```ts
 * import { createApiKeyAuthentication } from '@formwork/server';
 *
 * const authenticate = createApiKeyAuthentication({ keys: { 'a-long-random-key': 'ada' } });
 * ```
 */
export function createApiKeyAuthentication({
  header = 'x-api-key',
  keys,
}: ApiKeyAuthenticationOptions): Authenticate {
  validateHeaderName(header);
  const field = header.toLowerCase();
  const entries = Object.entries(keys).map(parseEntry);
  if (entries.length === 0) {
    throw new TypeError(
      'Cannot authenticate by key as keys must hold at least one: current value is {}',
    );
  }
  checkUnique(entries);

  const authenticate: Authenticate = ({ headers }) => {
    const key = headers[field];
    if (typeof key !== 'string') return undefined;
    const given = hashKey(key);
    let principalId: string | undefined;
    // To the end in any case, so that the time does not depend on which key it is.
    for (const entry of entries) {
      if (timingSafeEqual(given, entry.hash)) ({ principalId } = entry);
    }
    return principalId === undefined ? undefined : { id: principalId };
  };
  return Object.assign(authenticate, {
    scheme: { kind: 'api-key', name: 'apiKey', header } as const,
  });
}

function parseEntry([key, principalId]: readonly [string, unknown]): Entry {
  if (typeof principalId !== 'string' || principalId === '') {
    throw new TypeError(
      `Cannot authenticate by key as every principal must have an id, which is text: current value is ${principalId === '' ? '""' : typeof principalId}`,
    );
  }
  if (!key.startsWith(HASH_PREFIX)) {
    // The name of a property that was to come from a variable that is not set.
    if (key !== '' && key !== 'undefined') return { hash: hashKey(key), principalId };
    throw new TypeError(
      `Cannot authenticate by key as the key of ${principalId} must be text that is not empty: current value is "${key}"`,
    );
  }
  const digits = key.slice(HASH_PREFIX.length);
  if (!/^[\da-f]{64}$/iu.test(digits)) {
    throw new TypeError(
      `Cannot authenticate by key as the hash of ${principalId} must be 64 hexadecimal digits after "${HASH_PREFIX}": current value has ${digits.length} characters there`,
    );
  }
  return { hash: Buffer.from(digits, 'hex'), principalId };
}

/** Refuses a key that is given twice, because a key and its own hash would name two principals. */
function checkUnique(entries: readonly Entry[]): void {
  const owners = new Map<string, string>();
  for (const { hash: bytes, principalId } of entries) {
    const digits = bytes.toString('hex');
    const owner = owners.get(digits);
    if (owner !== undefined) {
      throw new TypeError(
        `Cannot authenticate by key as every key must be given once: current value has one for ${owner} and again for ${principalId}`,
      );
    }
    owners.set(digits, principalId);
  }
}

function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** Options of {@link createBearerAuthentication}. */
export interface BearerAuthenticationOptions {
  /**
   * Returns who a token belongs to, or `undefined` when it is not a valid one.
   *
   * MUST check everything about the token: signature, audience, expiry. MUST NOT throw for a token
   * that is not valid; what it throws is logged, with the token taken out, and answered as an
   * internal error.
   */
  readonly verify: (token: string) => Principal | undefined | Promise<Principal | undefined>;
  /** The kind of token for the cards, such as `JWT`. */
  readonly bearerFormat?: string;
}

/**
 * The header with a token (RFC 6750 section 2.1); the name of the scheme in any case, as RFC 9110
 * section 11.1 wants it.
 */
const AUTHORIZATION = /^bearer +(?<token>[\w.~+/-]+=*) *$/iu;

/**
 * Recognizes callers by the token in `Authorization: Bearer TOKEN`.
 *
 * @example
 * ```ts
 * import { createBearerAuthentication } from '@formwork/server';
 *
 * declare function findOwner(token: string): Promise<string | undefined>;
 * const authenticate = createBearerAuthentication({
 *   async verify(token) {
 *     const id = await findOwner(token);
 *     return id === undefined ? undefined : { id };
 *   },
 * });
 * ```
 */
export function createBearerAuthentication({
  verify,
  bearerFormat,
}: BearerAuthenticationOptions): Authenticate {
  const authenticate: Authenticate = async ({ headers }) => {
    const token = AUTHORIZATION.exec(headers.authorization ?? '')?.groups?.['token'];
    if (token === undefined) return undefined;
    try {
      return await verify(token);
    } catch (error) {
      throw withoutToken(error, token);
    }
  };
  const scheme = {
    kind: 'bearer',
    name: 'bearer',
    ...(bearerFormat !== undefined && { bearerFormat }),
  } as const;
  return Object.assign(authenticate, { scheme });
}

/** Takes the token out of an error, because libraries quote it and errors are logged. */
function withoutToken(error: unknown, token: string): Error {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  // The parts of a JWT are as telling as all of it.
  const secrets = [token, ...token.split('.')].filter((part) => part !== '');
  const clean = secrets.reduce((known, secret) => known.replaceAll(secret, '[token]'), text);
  return new Error(`Cannot verify a token: ${clean}`);
}

type AuthenticationOptions = Pick<AgentRouterOptions, 'authenticate' | 'requireAuthentication'>;

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
}: AuthenticationOptions): Identify {
  if (authenticate === undefined) {
    if (!requireAuthentication) return () => Promise.resolve(NOBODY);
    throw new TypeError(
      'Cannot require authentication as authenticate must be a function: current value is undefined',
    );
  }
  const { scheme } = authenticate;
  const challenge = createChallenge(scheme);
  const field = scheme?.kind === 'api-key' ? scheme.header.toLowerCase() : 'authorization';
  return async (request) => {
    const principal = await authenticate(request);
    if (principal === undefined) {
      const isGiven = request.headers[field] !== undefined;
      if (isGiven && scheme?.kind === 'bearer') {
        throw new UnauthenticatedError(`${challenge}, error="invalid_token"`);
      }
      if (isGiven || requireAuthentication) throw new UnauthenticatedError(challenge);
      return NOBODY;
    }
    // An id that is no id would put strangers together.
    return createCaller(principal.id);
  };
}

/** Describes authentication for the cards. */
export function describeSecurity({
  authenticate,
  requireAuthentication = false,
}: AuthenticationOptions): CardSecurity | undefined {
  const scheme = authenticate?.scheme;
  return scheme && { schemes: [scheme], required: requireAuthentication };
}

/** Names a scheme, as a 401 has to; only `Bearer` is registered. */
function createChallenge(scheme: SecurityScheme | undefined): string {
  switch (scheme?.kind) {
    case 'api-key':
      return `ApiKey realm="a2a", header="${scheme.header}"`;
    case 'bearer':
      return 'Bearer realm="a2a"';
    case undefined:
      return 'Custom realm="a2a"';
  }
}
