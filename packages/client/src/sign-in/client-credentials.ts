import { describeFault, findProvider } from './provider.ts';
import { SignInError } from '../errors.ts';
import {
  createTokenHeaders,
  type TokenHeaders,
  toParameters,
  type TokenRequest,
  toTokens,
} from './tokens.ts';

/** Options of {@link createClientCredentials}. */
export interface ClientCredentialsOptions extends TokenRequest {
  /** The secret that the provider gave this program. */
  readonly clientSecret: string;
}

/**
 * Signs a program in at a provider (client credentials, OAuth 2), for the option `headers` of
 * `connect`. It gets a token with the first call, and another when that one ends or is refused.
 *
 * Calls reject with a `RequestError` whose reason is `HEADERS` while the provider gives none.
 *
 * @example
 * ```ts
 * import { connect } from '@formwork/client';
 * import { createClientCredentials } from '@formwork/client/sign-in';
 *
 * const agent = await connect('https://agents.example.com', {
 *   headers: createClientCredentials({
 *     issuer: 'https://login.example.com',
 *     clientId: 'reporting',
 *     clientSecret: process.env['CLIENT_SECRET'] ?? '',
 *     scope: 'expenses:read',
 *     resource: 'https://agents.example.com',
 *   }),
 * });
 * ```
 */
export function createClientCredentials(options: ClientCredentialsOptions): TokenHeaders {
  return createTokenHeaders({
    async renew() {
      const { clientCredentialsGrant } = await import('openid-client');
      const provider = await findProvider(options);
      try {
        return toTokens(await clientCredentialsGrant(provider, toParameters(options)), options);
      } catch (cause) {
        throw new SignInError(
          `The provider ${options.issuer} gives ${options.clientId} no token: ${describeFault(cause)}`,
          { cause },
        );
      }
    },
  });
}
