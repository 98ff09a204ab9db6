import type { OAuthFlows, Principal, SecurityScheme } from '@formwork/core';
import { isLoopbackHost } from '@formwork/network';
import { UnavailableError } from '@formwork/runtime';
import { toErrorText } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { checkOptions, createIntegerRule, type OptionRule } from '@formwork/schema/options';
import type {
  CryptoKey,
  JSONWebKeySet,
  JWTPayload,
  JWTVerifyGetKey,
  JWTVerifyOptions,
  JWTVerifyResult,
} from 'jose';
import { createBearerAuthentication } from './bearer-token.ts';
import type { Authenticate } from './credential.ts';
import { addRoles, readPrincipal, isText } from './token-principal.ts';
import { createVerifiedTokens } from './verified-tokens.ts';

/** The claims of a token with a valid signature, issuer, audience and time. */
export type TokenClaims = Readonly<JWTPayload>;

/** Options of {@link createJwtAuthentication}. */
export interface JwtAuthenticationOptions {
  /** The issuer that signs the tokens, an https URL that equals their claim `iss`. */
  readonly issuer: string;
  /**
   * The name of this agent in the claim `aud` of tokens, often its URL; of several names, a token
   * needs one.
   */
  readonly audience: string | readonly string[];
  /**
   * The keys of the issuer: a JWKS, or the URL of one. A URL is read again every 10 minutes, and
   * when a token names an unknown key, at most every 30 seconds. Default: the URL in the issuer's
   * OpenID or OAuth metadata.
   */
  readonly keys?: string | JSONWebKeySet;
  /** The algorithms that signatures may have. Default: all with public keys. */
  readonly algorithms?: readonly string[];
  /** The largest difference between the clocks, in seconds, 0 to 300. Default 30. */
  readonly clockSkewSeconds?: number;
  /**
   * Returns the principal of a token. Default: the claim `sub` is the id, and `scope` (words in one
   * text) or `scp` (also a list) the scopes. A token without an id is refused.
   */
  readonly toPrincipal?: (claims: TokenClaims) => Principal | undefined;
  /**
   * The claims that hold the roles of a caller, which become scopes `role:NAME`: a name, such as
   * `roles` or `groups`, or a path, such as `realm_access.roles`. Each is a text or a list of texts;
   * a role whose name has other characters than letters of ASCII, digits, `_`, `.` and `-` is left
   * out. Default: none.
   */
  readonly rolesClaim?: string | readonly string[];
}

/** Options of {@link createOpenIdAuthentication}: those of JWTs. */
export type OpenIdAuthenticationOptions = JwtAuthenticationOptions;

/** Options of {@link createOAuthAuthentication}. */
export interface OAuthAuthenticationOptions extends JwtAuthenticationOptions {
  /** The OAuth flows by which clients get a token, for the card. */
  readonly flows: OAuthFlows;
}

/**
 * Makes an authentication that recognizes callers by JSON Web Tokens of an issuer (RFC 7519, RFC
 * 9068): it checks signature, type, issuer, audience and times; the signature of a token at most
 * once a minute. A token that is bound to a key of its client (`cnf`) is refused.
 *
 * @throws TypeError or RangeError that names the option at fault
 *
 * @example
 * ```ts
 * import { createJwtAuthentication } from '@formwork/server';
 *
 * const authenticate = createJwtAuthentication({
 *   issuer: 'https://login.example.com',
 *   audience: 'https://agents.example.com',
 * });
 * ```
 */
export function createJwtAuthentication(options: JwtAuthenticationOptions): Authenticate {
  checkOptions(options, { subject: SUBJECT, rules: RULES });
  return createTokenAuthentication(options, {
    kind: 'bearer',
    name: 'bearer',
    bearerFormat: 'JWT',
  });
}

/**
 * Makes an authentication that recognizes callers by access tokens of an OpenID provider, which the
 * card names. Tokens are checked as by {@link createJwtAuthentication}.
 *
 * @throws TypeError or RangeError that names the option at fault
 *
 * @example
 * ```ts
 * import { createOpenIdAuthentication } from '@formwork/server';
 *
 * const authenticate = createOpenIdAuthentication({
 *   issuer: 'https://login.example.com',
 *   audience: 'https://agents.example.com',
 * });
 * ```
 */
export function createOpenIdAuthentication(options: OpenIdAuthenticationOptions): Authenticate {
  checkOptions(options, { subject: SUBJECT, rules: RULES });
  const url = toMetadataUrls(options.issuer)[0];
  return createTokenAuthentication(options, { kind: 'openid-connect', name: 'openId', url });
}

/**
 * Makes an authentication that recognizes callers by access tokens of an OAuth 2 server; the card
 * says how to get one. Tokens are checked as by {@link createJwtAuthentication}.
 *
 * @throws TypeError or RangeError that names the option at fault
 *
 * @example
 * ```ts
 * import { createOAuthAuthentication } from '@formwork/server';
 *
 * const authenticate = createOAuthAuthentication({
 *   issuer: 'https://login.example.com',
 *   audience: 'https://agents.example.com',
 *   flows: {
 *     clientCredentials: {
 *       tokenUrl: 'https://login.example.com/token',
 *       scopes: { 'expenses:write': 'Hand in expenses.' },
 *     },
 *   },
 * });
 * ```
 */
export function createOAuthAuthentication(options: OAuthAuthenticationOptions): Authenticate {
  checkOptions(options, { subject: SUBJECT, rules: { ...RULES, flows: FLOWS_RULE } });
  const { flows, issuer } = options;
  const metadataUrl = toMetadataUrls(issuer)[1];
  return createTokenAuthentication(options, { kind: 'oauth2', name: 'oauth2', flows, metadataUrl });
}

const SUBJECT = 'Cannot authenticate by token';

const DEFAULT_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

const RULES: { readonly [Name in keyof Required<JwtAuthenticationOptions>]: OptionRule } = {
  issuer: {
    expected: 'the URL of an issuer: https, or http on this machine',
    isValid: isSafeUrl,
  },
  audience: {
    expected: 'text that is not empty, or an array of such texts',
    isValid: (value) => isText(value) || isTexts(value),
  },
  keys: {
    expected: 'a JWKS (an object with keys), or the https URL of one',
    isValid: (value) => isSafeUrl(value) || (isRecord(value) && Array.isArray(value['keys'])),
    describe: (value) => (isRecord(value) ? 'an object without keys' : undefined),
  },
  algorithms: {
    expected: `an array of algorithms with public keys, of ${DEFAULT_ALGORITHMS.join(', ')}`,
    isValid: (value) => isTexts(value) && value.every((name) => DEFAULT_ALGORITHMS.includes(name)),
  },
  clockSkewSeconds: createIntegerRule(0, 300),
  toPrincipal: { expected: 'a function', isValid: (value) => typeof value === 'function' },
  rolesClaim: {
    expected: 'the name or path of a claim, or an array of them',
    isValid: (value) => isText(value) || isTexts(value),
  },
};

const FLOWS_RULE: OptionRule = {
  expected: 'an object with authorizationCode, clientCredentials or deviceCode',
  isValid: (value) =>
    isRecord(value) &&
    ['authorizationCode', 'clientCredentials', 'deviceCode'].some((name) => isRecord(value[name])),
};

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every(isText);
}

/**
 * Returns true for a URL whose answer cannot change on the way: https, or http on this machine.
 */
function isSafeUrl(value: unknown): boolean {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (url === null || url.username !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
}

function createTokenAuthentication(
  options: JwtAuthenticationOptions,
  scheme: SecurityScheme,
): Authenticate {
  const { issuer, audience, clockSkewSeconds = 30, rolesClaim = [] } = options;
  const { toPrincipal: read = readPrincipal } = options;
  const names = [rolesClaim].flat();
  const toPrincipal = (claims: TokenClaims): Principal | undefined =>
    addRoles(read(claims), { claims, names });
  const rules: JWTVerifyOptions = {
    issuer,
    audience: [audience].flat(),
    clockTolerance: clockSkewSeconds,
    algorithms: [...(options.algorithms ?? DEFAULT_ALGORITHMS)],
    requiredClaims: ['exp'],
  };
  const issuerKeys = new IssuerKeys(options);
  const verified = createVerifiedTokens(clockSkewSeconds);
  const authenticate = createBearerAuthentication({
    async verify(token) {
      const verifiedClaims = verified.find(token);
      if (verifiedClaims !== undefined) return toPrincipal(verifiedClaims);
      const claims = await verifyToken(token, { keys: await issuerKeys.read(), rules, issuer });
      if (claims === undefined) return undefined;
      verified.add(token, claims);
      return toPrincipal(claims);
    },
  });
  const [first] = [audience].flat();
  return Object.assign(authenticate, {
    schemes: [scheme],
    issuers: [issuer],
    ...(first !== undefined && { audience: first }),
  });
}

/** Verifies a token and returns its claims; `undefined` for a token that is not accepted. */
async function verifyToken(
  token: string,
  {
    keys,
    rules,
    issuer,
  }: { readonly keys: JWTVerifyGetKey; readonly rules: JWTVerifyOptions; readonly issuer: string },
): Promise<TokenClaims | undefined> {
  const { jwtVerify, errors } = await import('jose');
  try {
    return readClaims(await jwtVerify(token, keys, rules));
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) {
      return verifyByAny(token, error, rules);
    }
    const isOfToken = error instanceof errors.JOSEError && !isUnreachable(error.code);
    if (isOfToken) return undefined;
    throw createUnreachableError(issuer, error);
  }
}

/**
 * The types of tokens that are accepted, in the header `typ`: none, that of any JWT, and that of
 * access tokens (RFC 9068 section 2.1). Issuers sign other tokens with the same keys, such as proofs
 * and logout tokens, which give no access.
 */
const TOKEN_TYPES: ReadonlySet<string | undefined> = new Set([undefined, 'jwt', 'at+jwt']);

/**
 * Returns the claims of a verified token; `undefined` for a token of another type, and for one that
 * is bound to a key of its client (`cnf`, RFC 7800), because this server cannot see whether the sender
 * has that key.
 */
function readClaims({ payload, protectedHeader }: JWTVerifyResult): TokenClaims | undefined {
  const type = protectedHeader.typ?.toLowerCase().replace(/^application\//u, '');
  return TOKEN_TYPES.has(type) && payload['cnf'] === undefined ? payload : undefined;
}

/**
 * Returns true for the code of a jose error about the issuer's keys, which could not be read and
 * say nothing about the token.
 */
function isUnreachable(code: string): boolean {
  return ['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID'].includes(code);
}

/** Verifies a token that names no key, with each key that fits. */
async function verifyByAny(
  token: string,
  keys: AsyncIterable<CryptoKey>,
  rules: JWTVerifyOptions,
): Promise<TokenClaims | undefined> {
  const { jwtVerify } = await import('jose');
  for await (const key of keys) {
    try {
      return readClaims(await jwtVerify(token, key, rules));
    } catch {
      // The token is signed with another of the keys, or is not valid at all.
    }
  }
  return undefined;
}

function createUnreachableError(issuer: string, cause: unknown): UnavailableError {
  return new UnavailableError({
    message: `Cannot tell who calls because the keys of ${issuer} cannot be read. Send the request again later.`,
    cause,
  });
}

/** The keys of an issuer, which are found once, and again after a failure. */
class IssuerKeys {
  readonly #options: JwtAuthenticationOptions;
  #keySet: Promise<JWTVerifyGetKey> | undefined;

  constructor(options: JwtAuthenticationOptions) {
    this.#options = options;
  }

  read(): Promise<JWTVerifyGetKey> {
    this.#keySet ??= this.#find().catch((error: unknown) => {
      this.#keySet = undefined;
      throw createUnreachableError(this.#options.issuer, error);
    });
    return this.#keySet;
  }

  async #find(): Promise<JWTVerifyGetKey> {
    const { issuer, keys } = this.#options;
    const { createLocalJWKSet, createRemoteJWKSet } = await import('jose');
    if (keys !== undefined && typeof keys !== 'string') return createLocalJWKSet(keys);
    return createRemoteJWKSet(new URL(keys ?? (await discoverKeys(issuer))));
  }
}

/** Returns the two URLs of an issuer's metadata: of OpenID Connect Discovery and of RFC 8414. */
function toMetadataUrls(issuer: string): readonly [openId: string, oauth: string] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/u, '');
  return [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ];
}

/** The time within which an issuer must answer, in milliseconds. */
const METADATA_MS = 5_000;

async function discoverKeys(issuer: string): Promise<string> {
  const faults: string[] = [];
  for (const url of toMetadataUrls(issuer)) {
    try {
      const response = await fetch(url, {
        // A redirect is no success. Workers know no 'error'.
        redirect: 'manual',
        signal: AbortSignal.timeout(METADATA_MS),
      });
      const metadata: unknown = response.ok ? await response.json() : undefined;
      const uri = isRecord(metadata) ? metadata['jwks_uri'] : undefined;
      // Metadata of another issuer would let in callers with tokens of that issuer.
      const isOwn = isRecord(metadata) && metadata['issuer'] === issuer;
      if (isOwn && isSafeUrl(uri)) return String(uri);
      faults.push(`${url} answers ${response.status} without its issuer and jwks_uri`);
    } catch (error) {
      faults.push(`${url}: ${toErrorText(error).split('\n')[0]}`);
    }
  }
  throw new Error(`Cannot find the keys of ${issuer}: ${faults.join('; ')}`);
}
