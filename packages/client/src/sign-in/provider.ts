import { toErrorText } from '@formwork/schema/internal';
import type { Configuration } from 'openid-client';
import { SignInError } from '../errors.ts';

/** A program that is registered with a provider. */
export interface ProviderOptions {
  /** The provider: its https URL, without `/.well-known`. On this machine `http` will do. */
  readonly issuer: string;
  /** The id that the provider knows this program by. */
  readonly clientId: string;
  /** The secret of this program. Default: it has none, as programs that people use. */
  readonly clientSecret?: string;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** How long a provider may take to answer a request, in seconds. */
const TIMEOUT_SECONDS = 10;

/**
 * Reads what a provider says of itself: OpenID Connect Discovery, or the metadata of OAuth 2.
 *
 * @throws SignInError when it cannot be reached, or is no provider
 */
export async function findProvider({
  issuer,
  clientId,
  clientSecret,
}: ProviderOptions): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretBasic, discovery, None } =
    await import('openid-client');
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
        { cause },
      );
    }
  }
}

function readIssuer(issuer: string): URL {
  const url = URL.parse(issuer);
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname));
  if (url !== null && isSafe) return url;
  throw new SignInError(
    `Cannot sign in as issuer must be an https URL, or http on this machine: current value is ${JSON.stringify(issuer)}`,
  );
}

/** Describes in one line why a provider refused, in its own words where it has some. */
export function describeFault(error: unknown): string {
  // Nothing of it is sent but the name of the scheme.
  if (hasCode(error, 'OAUTH_WWW_AUTHENTICATE_CHALLENGE')) {
    return 'it does not accept the id and the secret of this program';
  }
  const { error: code, error_description: description } = (
    typeof error === 'object' && error !== null ? error : {}
  ) as { readonly error?: unknown; readonly error_description?: unknown };
  const own = [code, description].filter((text) => typeof text === 'string').join(', ');
  if (own !== '') return own.slice(0, 300);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (toErrorText(cause).split('\n')[0] ?? '').slice(0, 300);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
