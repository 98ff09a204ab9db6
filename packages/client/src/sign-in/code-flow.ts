import { SignInError } from '../errors.ts';
import { describeFault, findProvider } from './provider.ts';
import { toParameters, type TokenRequest, type Tokens, toTokens } from './tokens.ts';

/** Options of {@link beginSignIn}. */
export interface CodeSignInOptions extends TokenRequest {
  /** Where the provider sends the browser back to; the provider has to know it. */
  readonly redirectUrl: string;
}

/** A sign-in that waits for a person at the page of the provider. */
export interface CodeSignIn {
  /** The page of the provider. */
  readonly url: string;
  /** The value of `state` that the browser comes back with. */
  readonly state: string;
  /**
   * Gets the tokens for a browser that came back to this URL.
   *
   * @throws SignInError when the person or the provider said no
   */
  finish(arrived: URL): Promise<Tokens>;
}

/**
 * Begins to sign a person in: the authorization code flow with PKCE (RFC 7636), for servers of pages,
 * which keep the tokens to themselves.
 *
 * @throws SignInError when the provider cannot be reached
 *
 * @example
 * ```ts
 * import { beginSignIn } from '@formwork/client/sign-in';
 *
 * const { url, state, finish } = await beginSignIn({
 *   issuer: 'https://login.example.com',
 *   clientId: 'pages',
 *   redirectUrl: 'https://forms.example.com/callback',
 * });
 * ```
 */
export async function beginSignIn(options: CodeSignInOptions): Promise<CodeSignIn> {
  const { issuer, redirectUrl, resource, scope } = options;
  const client = await import('openid-client');
  const provider = await findProvider(options);
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(provider, {
    ...toParameters(options),
    redirect_uri: redirectUrl,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    // Some providers give a token for later only then.
    ...(scope?.split(' ').includes('offline_access') === true && { prompt: 'consent' }),
  });
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  const target: Record<string, string> = resource === undefined ? {} : { resource };
  return {
    url: url.href,
    state,
    async finish(arrived) {
      try {
        return toTokens(
          await client.authorizationCodeGrant(provider, arrived, checks, target),
          options,
        );
      } catch (cause) {
        throw new SignInError(`The provider ${issuer} gives no token: ${describeFault(cause)}`, {
          cause,
        });
      }
    },
  };
}
