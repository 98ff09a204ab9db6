import { toErrorText } from '@formwork/schema/errors';
import { hasCode, quoteInput } from '@formwork/schema/internal';
import { isRecord, toRecord, parseUrl } from '@formwork/schema/json';
import type * as OpenIdClient from 'openid-client';
import type {
  Configuration,
  TokenEndpointResponse,
  TokenEndpointResponseHelpers,
} from 'openid-client';
import { pickPresent } from '../call-options.ts';
import { SignInError } from '../errors.ts';
import type { HeaderMap } from '../transport/headers.ts';
import { parseRetryAfter } from '../transport/http-failure.ts';

/** A program that is registered with a provider. */
export interface ProviderOptions {
  /**
   * The provider's https URL, without `/.well-known`. A provider on this machine may use `http`.
   */
  readonly issuer: string;
  /** The id under which this program is registered with the provider. */
  readonly clientId: string;
  /**
   * The secret under which this program is registered. Default: none, as for programs that run on
   * people's own devices.
   */
  readonly clientSecret?: string;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The longest time a provider may take to answer a request, in seconds. */
const TIMEOUT_SECONDS = 10;

/** The time for which the metadata of a provider are kept, in milliseconds. */
const KEEP_MS = 10 * 60_000;

/**
 * The first and the longest time for which a provider that has given no metadata is not asked again,
 * in milliseconds; it doubles each time.
 */
const REST_MS = { first: 100, most: 10_000 };

/** The most providers whose metadata are kept. */
const MAX_PROVIDERS = 100;

/** The metadata of providers that were asked lately, by what they depend on. */
const providers = new Map<
  string,
  {
    readonly metadata: Promise<Configuration>;
    readonly endsAt: number;
    /** How often in a row the provider has not given them. */
    readonly failures: number;
  }
>();

/**
 * Finds the metadata that a provider publishes about itself: OpenID Connect Discovery, or that of
 * OAuth 2. They are kept for ten minutes, so that many sign-ins do not ask the provider each time; so is, for a
 * moment, that there are none.
 *
 * @throws SignInError when it cannot be reached, or is not a provider
 */
export async function findProvider(options: ProviderOptions): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = options;
  const key = JSON.stringify([issuer, clientId, clientSecret]);
  const cached = providers.get(key);
  if (cached !== undefined && cached.endsAt > performance.now()) return cached.metadata;
  const metadata = readProvider(options);
  const next = { metadata, endsAt: performance.now() + KEEP_MS, failures: 0 };
  providers.delete(key);
  providers.set(key, next);
  const [oldest] = providers.keys();
  if (providers.size > MAX_PROVIDERS && oldest !== undefined) providers.delete(oldest);
  metadata.catch(() => {
    if (providers.get(key) !== next) return;
    const { failures = 0 } = cached ?? {};
    const restMs = Math.min(REST_MS.most, REST_MS.first * 2 ** failures);
    const endsAt = performance.now() + restMs;
    providers.set(key, { metadata, endsAt, failures: failures + 1 });
  });
  return metadata;
}

async function readProvider({
  issuer,
  clientId,
  clientSecret,
}: ProviderOptions): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretBasic, discovery, None } = await loadOpenIdClient();
  const url = readIssuer(issuer);
  const proof = clientSecret === undefined ? None() : ClientSecretBasic(clientSecret);
  const execute = url.protocol === 'http:' ? [allowInsecureRequests] : [];
  const options = { execute, timeout: TIMEOUT_SECONDS } as const;
  try {
    return await discovery(url, clientId, undefined, proof, options);
  } catch {
    try {
      return await discovery(url, clientId, undefined, proof, { ...options, algorithm: 'oauth2' });
    } catch (cause) {
      throw new SignInError(
        `Cannot reach the provider ${issuer}: ${describeFault(cause)}. Is the address right?`,
        { cause, isTemporary: true, retryAfterMs: readRetryAfter(cause) },
      );
    }
  }
}

function readIssuer(issuer: string): URL {
  const url = parseUrl(issuer);
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname));
  if (url !== undefined && isSafe) return url;
  throw new SignInError(
    `Cannot sign in because issuer must be an https URL, or http on this machine: current value is ${quoteInput(issuer)}`,
  );
}

/**
 * Describes in one line why a provider refused a request, in the provider's own words if it sent
 * any.
 */
export function describeFault(error: unknown): string {
  // The challenge of the provider carries nothing but the name of its scheme.
  if (hasCode(error, 'OAUTH_WWW_AUTHENTICATE_CHALLENGE')) {
    return 'it does not accept the id and the secret of this program';
  }
  const { error: code, error_description: description } = toRecord(error);
  const providerText = [code, description].filter((text) => typeof text === 'string').join(', ');
  if (providerText !== '') return providerText.slice(0, 300);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (LOST.some((lossCode) => hasCode(cause, lossCode))) return 'the connection to it was lost';
  const { name } = cause instanceof Error ? cause : { name: '' };
  if (name === 'TimeoutError' || name === 'AbortError' || hasCode(error, 'OAUTH_TIMEOUT')) {
    return `it did not answer within ${TIMEOUT_SECONDS} s`;
  }
  return (toErrorText(cause).split('\n')[0] ?? '').slice(0, 300);
}

/** Makes the error for what a provider, or the way to it, has answered to a request for tokens. */
export function createRefusal(message: string, cause: unknown): SignInError {
  return new SignInError(message, {
    cause,
    fault: readFault(cause),
    isTemporary: isTemporary(cause),
    retryAfterMs: readRetryAfter(cause),
  });
}

/**
 * Returns true unless the provider has answered that it gives no token: only an error of OAuth, or a
 * challenge, says so, and none that comes with a status above 499. An answer that breaks the rules,
 * such as one without the issuer that it should name, stays wrong.
 */
function isTemporary(error: unknown): boolean {
  if (FINAL.some((code) => hasCode(error, code))) return false;
  const fault = readFault(error);
  if (fault === '' || LATER.has(fault)) return true;
  const status = isRecord(error) ? error['status'] : undefined;
  return typeof status === 'number' && (status >= 500 || status === 429);
}

/** Reads the code of OAuth from an error of `openid-client`; `''` if it has none. */
function readFault(error: unknown): string {
  const fault = isRecord(error) ? error['error'] : undefined;
  return typeof fault === 'string' ? fault : '';
}

/** Reads when a provider wants to be asked again; `undefined` if it has not answered, or named none. */
function readRetryAfter(error: unknown): number | undefined {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && isRecord(current); depth += 1) {
    const { response = current, cause } = current;
    if (response instanceof Response) return parseRetryAfter(response.headers.get('retry-after'));
    current = cause;
  }
  return undefined;
}

/**
 * The codes by which a provider says that the person has to sign in again: that of OAuth, and those of
 * OpenID Connect for a person who has to do something. Any other answer, such as one to a wrong
 * secret of the program, says nothing about the sign-in.
 */
const OVER: ReadonlySet<string> = new Set([
  'invalid_grant',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);

/** The errors of OAuth after which the same may succeed, which some providers send with status 400. */
const LATER: ReadonlySet<string> = new Set([
  'server_error',
  'temporarily_unavailable',
  'slow_down',
]);

/** The codes of errors of `openid-client` after which the same does not succeed. */
const FINAL = ['OAUTH_WWW_AUTHENTICATE_CHALLENGE', 'OAUTH_INVALID_RESPONSE'];

/** The codes of errors of a connection that was cut, of Node and of its `fetch`. */
const LOST = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** Tokens that a provider gave for one caller, as plain JSON; store them like a password. */
export interface Tokens {
  readonly issuer: string;
  readonly clientId: string;
  readonly accessToken: string;
  /**
   * The time when the access token expires, in milliseconds since 1970; absent when the provider
   * does not say.
   */
  readonly expiresAt?: number;
  /** The token that gets the next access token; absent when the provider gave none. */
  readonly refreshToken?: string;
  /** The name of the agent that the tokens are for, as the provider knows it: often its URL. */
  readonly resource?: string;
  /** The scopes that were granted, separated by spaces; absent when the provider does not say. */
  readonly scope?: string;
}

/** A request for tokens: which program asks, for which agent, and with which scopes. */
export interface TokenRequest extends ProviderOptions {
  /**
   * The scopes to ask for, separated by spaces, as the agent's card names them. Default: the
   * provider decides.
   */
  readonly scope?: string;
  /**
   * The name of the agent that the tokens are for, as the provider knows it: often its URL (RFC
   * 8707). Default: the provider decides.
   */
  readonly resource?: string;
}

/**
 * Makes the parameters `scope` and `resource` of a token request, without those that are absent.
 */
export function toParameters(request: Pick<TokenRequest, 'scope' | 'resource'>): {
  scope?: string;
  resource?: string;
} {
  return pickPresent(request, ['scope', 'resource']);
}

/** Makes tokens of the answer that the provider gave to a token request. */
export function toTokens(
  answer: TokenEndpointResponse & TokenEndpointResponseHelpers,
  { issuer, clientId, resource }: TokenRequest,
): Tokens {
  const seconds = answer.expiresIn();
  return {
    issuer,
    clientId,
    accessToken: answer.access_token,
    ...(seconds !== undefined && { expiresAt: Date.now() + seconds * 1_000 }),
    ...(answer.refresh_token !== undefined && { refreshToken: answer.refresh_token }),
    ...(resource !== undefined && { resource }),
    ...(answer.scope !== undefined && { scope: answer.scope }),
  };
}

/** The time before its expiry from which an access token is not used any more, in milliseconds. */
const MARGIN_MS = 30_000;

/** True for an access token that does not expire within the next 30 seconds, or never says when. */
export function isFresh({ expiresAt }: Tokens): boolean {
  return expiresAt === undefined || expiresAt - MARGIN_MS > Date.now();
}

/**
 * Returns the headers with an access token for a call. Called with `refused: true` after an agent
 * refused the last token, it gets a new one.
 */
export type TokenHeaders = (call: { readonly refused: boolean }) => Promise<HeaderMap>;

/** Options of {@link createTokenHeaders}: how tokens are renewed, and the first ones. */
export interface TokenHeadersOptions {
  /**
   * Gets tokens from the provider; it is handed the previous ones, or `undefined` the first time.
   */
  readonly renew: (before: Tokens | undefined) => Promise<Tokens>;
  /** The tokens to use first. Default: none, so that the first call gets some from the provider. */
  readonly tokens?: Tokens;
}

/**
 * Makes a source of headers that keeps tokens. They are renewed when they expire or an agent
 * refuses them, once for all calls that wait at the time.
 */
export function createTokenHeaders(options: TokenHeadersOptions): TokenHeaders {
  const source = new RenewedTokens(options);
  return async ({ refused }) => {
    const { accessToken } = await source.get(refused);
    return { authorization: `Bearer ${accessToken}` };
  };
}

/** The tokens of one sign-in, which are renewed once for all calls that wait at the time. */
class RenewedTokens {
  readonly #renew: TokenHeadersOptions['renew'];
  #current: Tokens | undefined;
  #renewing: Promise<Tokens> | undefined;

  constructor({ renew, tokens }: TokenHeadersOptions) {
    this.#renew = (before) => renew(before);
    this.#current = tokens;
  }

  /** Returns usable tokens; new ones if an agent has refused the present ones. */
  async get(refused: boolean): Promise<Tokens> {
    const before = refused ? undefined : this.#current;
    if (before !== undefined && isFresh(before)) return before;
    return this.#next().catch((error: unknown) => keepUp(before, error));
  }

  async #next(): Promise<Tokens> {
    this.#renewing ??= this.#renew(this.#current).finally(() => {
      this.#renewing = undefined;
    });
    this.#current = await this.#renewing;
    return this.#current;
  }
}

/** Returns the tokens before while they are valid, unless their sign-in has ended. */
function keepUp(before: Tokens | undefined, error: unknown): Tokens {
  const isOver = error instanceof SignInError && error.isOver;
  const isValid = before?.expiresAt !== undefined && before.expiresAt > Date.now();
  if (before === undefined || !isValid || isOver) throw error;
  return before;
}

/** Options of {@link refreshTokens}. */
export interface RefreshOptions {
  /** The secret under which the program is registered, which tokens do not hold. Default: none. */
  readonly clientSecret?: string | undefined;
}

/**
 * Gets new tokens for a person who signed in before.
 *
 * @throws SignInError with `isOver` when the provider wants them to sign in again, with
 * `isTemporary` while it cannot be reached, and with neither when it refuses this program
 */
export async function refreshTokens(
  before: Tokens,
  { clientSecret }: RefreshOptions = {},
): Promise<Tokens> {
  const { issuer, refreshToken } = before;
  if (refreshToken === undefined) {
    throw new SignInError(`The sign-in at ${issuer} has ended. Sign in again.`, { isOver: true });
  }
  const { refreshTokenGrant } = await loadOpenIdClient();
  const provider = await findProvider({ ...before, ...(clientSecret && { clientSecret }) });
  try {
    const answer = await refreshTokenGrant(provider, refreshToken, toParameters(before));
    // The time of the token before says nothing about this one.
    const { expiresAt: _before, ...tokens } = before;
    return { ...tokens, ...toTokens(answer, before) };
  } catch (cause) {
    const reason = describeFault(cause);
    const fault = readFault(cause);
    if (isTemporary(cause) || !OVER.has(fault)) {
      throw createRefusal(`Cannot renew the sign-in at ${issuer} now: ${reason}`, cause);
    }
    const message = `The sign-in at ${issuer} has ended (${reason}). Sign in again.`;
    throw new SignInError(message, { cause, fault, isOver: true });
  }
}

/**
 * Loads the package `openid-client`, which talks to providers and is needed only for signing in.
 *
 * @throws SignInError when it is not installed
 */
export async function loadOpenIdClient(): Promise<typeof OpenIdClient> {
  try {
    return await import('openid-client');
  } catch (cause) {
    throw new SignInError(
      'Cannot sign in because the package openid-client is missing. Install it with npm install openid-client.',
      { cause },
    );
  }
}
