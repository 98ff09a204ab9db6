import type { TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import type { HeaderMap } from '../transport/headers.ts';
import { describeFault, findProvider, type ProviderOptions } from './provider.ts';
import { SignInError } from '../errors.ts';

/** Tokens that a provider gave: JSON, to be kept like a password. */
export interface Tokens {
  readonly issuer: string;
  readonly clientId: string;
  readonly accessToken: string;
  /** When the access token ends, in milliseconds since 1970; absent when the provider does not say. */
  readonly expiresAt?: number;
  /** Gets the next access token; absent when the provider gave none. */
  readonly refreshToken?: string;
  /** The agent that the tokens are for, as the provider knows it. */
  readonly resource?: string;
  /** Words with spaces between; absent when the provider does not say. */
  readonly scope?: string;
}

/** A request for tokens: who asks, and for whom. */
export interface TokenRequest extends ProviderOptions {
  /** Scopes with spaces between, as the agent's card names them. Default: those of the provider. */
  readonly scope?: string;
  /** The agent, as the provider knows it: often its URL (RFC 8707). Default: the provider's. */
  readonly resource?: string;
}

/** The parameters of a request for tokens. */
export function toParameters({ scope, resource }: Pick<TokenRequest, 'scope' | 'resource'>): {
  readonly scope?: string;
  readonly resource?: string;
} {
  return { ...(scope !== undefined && { scope }), ...(resource !== undefined && { resource }) };
}

/** Makes the tokens of an answer of the provider. */
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

/** A token that ends so soon is not used any more, in milliseconds. */
const MARGIN_MS = 30_000;

/** True for an access token that will do for a request. */
export function isFresh({ expiresAt }: Tokens): boolean {
  return expiresAt === undefined || expiresAt - MARGIN_MS > Date.now();
}

/** Gives the headers of a call; after a refusal with `refused: true`, for a new token. */
export type TokenHeaders = (call: { readonly refused: boolean }) => Promise<HeaderMap>;

/** Options of {@link createTokenHeaders}. */
export interface TokenHeadersOptions {
  /** Gets tokens, with those of before if there were some. */
  readonly renew: (before: Tokens | undefined) => Promise<Tokens>;
  /** The tokens to begin with. Default: none, so that the first request gets some. */
  readonly tokens?: Tokens;
}

/**
 * Makes the headers of calls from tokens. Tokens are renewed when they end and when an agent refuses
 * them, once for all calls that wait.
 */
export function createTokenHeaders({ renew, tokens }: TokenHeadersOptions): TokenHeaders {
  let current = tokens;
  let renewing: Promise<Tokens> | undefined;

  async function next(): Promise<Tokens> {
    renewing ??= renew(current).finally(() => {
      renewing = undefined;
    });
    current = await renewing;
    return current;
  }

  return async ({ refused }) => {
    const isUsable = current !== undefined && isFresh(current) && !refused;
    const { accessToken } = isUsable && current !== undefined ? current : await next();
    return { authorization: `Bearer ${accessToken}` };
  };
}

/**
 * Gets the next tokens of somebody who signed in before.
 *
 * @throws SignInError when the provider wants them to sign in again
 */
export async function refreshTokens(before: Tokens): Promise<Tokens> {
  const { issuer, refreshToken } = before;
  if (refreshToken === undefined) {
    throw new SignInError(`The sign-in at ${issuer} has ended. Sign in again.`);
  }
  const { refreshTokenGrant } = await import('openid-client');
  const provider = await findProvider(before);
  try {
    const answer = await refreshTokenGrant(provider, refreshToken, toParameters(before));
    return { ...before, ...toTokens(answer, before) };
  } catch (cause) {
    throw new SignInError(
      `The sign-in at ${issuer} has ended (${describeFault(cause)}). Sign in again.`,
      { cause },
    );
  }
}
