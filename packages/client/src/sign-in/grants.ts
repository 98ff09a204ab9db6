import { SignInError } from '../errors.ts';
import {
  createRefusal,
  describeFault,
  findProvider,
  toParameters,
  type TokenRequest,
  type Tokens,
  toTokens,
  createTokenHeaders,
  type TokenHeaders,
  loadOpenIdClient,
} from './tokens.ts';

/** Options of {@link beginSignIn}: the provider, the program, and the URL to come back to. */
export interface CodeSignInOptions extends TokenRequest {
  /**
   * The URL to which the provider sends the browser back after the sign-in; it has to be registered
   * with the provider.
   */
  readonly redirectUrl: string;
}

/** A sign-in that has begun and waits for a person at the provider's page. */
export interface CodeSignIn {
  /** The URL of the provider's page, where the person signs in. */
  readonly url: string;
  /**
   * The value of `state` in the URL that the browser comes back to; it ties that request to this
   * sign-in.
   */
  readonly state: string;
  /**
   * The secret with which `finishSignIn` gets the tokens, also in another process (the code verifier
   * of RFC 7636). Only the person's own browser may bring it back, sealed.
   */
  readonly verifier: string;
  /**
   * Gets the tokens of the person, given the URL that the browser came back to.
   *
   * @throws SignInError when the person or the provider refused
   */
  finish(arrived: URL): Promise<Tokens>;
}

/**
 * Begins to sign a person in: the authorization code flow with PKCE (RFC 7636), for servers of
 * web pages, which keep the tokens to themselves.
 *
 * @throws SignInError when the provider cannot be reached, or has no page to sign in at
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
  const { redirectUrl, scope, issuer } = options;
  const client = await loadOpenIdClient();
  const provider = await findProvider(options);
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const parameters = {
    ...toParameters(options),
    redirect_uri: redirectUrl,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    // Some providers give a refresh token only after a prompt for consent.
    ...(scope?.split(' ').includes('offline_access') === true && { prompt: 'consent' }),
  };
  let page: URL;
  try {
    page = client.buildAuthorizationUrl(provider, parameters);
  } catch (cause) {
    throw new SignInError(
      `Cannot sign in at ${issuer} because it names no page that can be used: ${describeFault(cause)}`,
      { cause },
    );
  }
  return {
    url: page.href,
    state,
    verifier,
    finish: (arrived) => finishSignIn(options, { state, verifier, arrived }),
  };
}

/** The person who comes back from the provider's page, and what their sign-in began with. */
export interface CodeArrival extends Pick<CodeSignIn, 'state' | 'verifier'> {
  /** The URL that the browser came back to. */
  readonly arrived: URL;
}

/**
 * Gets the tokens of a person who comes back from the provider's page, by what `beginSignIn` gave:
 * for servers that keep nothing of a sign-in which is under way.
 *
 * @throws SignInError when the person or the provider refused
 *
 * @example
 * ```ts
 * import { beginSignIn, finishSignIn } from '@formwork/client/sign-in';
 *
 * declare const arrived: URL;
 * const options = {
 *   issuer: 'https://login.example.com',
 *   clientId: 'pages',
 *   redirectUrl: 'https://forms.example.com/callback',
 * };
 * const { url, state, verifier } = await beginSignIn(options);
 * const tokens = await finishSignIn(options, { state, verifier, arrived });
 * ```
 */
export async function finishSignIn(
  options: CodeSignInOptions,
  { state, verifier, arrived }: CodeArrival,
): Promise<Tokens> {
  const { issuer, resource } = options;
  const client = await loadOpenIdClient();
  const provider = await findProvider(options);
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  const target: Record<string, string> = resource === undefined ? {} : { resource };
  try {
    return toTokens(
      await client.authorizationCodeGrant(provider, arrived, checks, target),
      options,
    );
  } catch (cause) {
    throw createRefusal(`The provider ${issuer} gives no token: ${describeFault(cause)}`, cause);
  }
}

/**
 * Options of {@link createClientCredentials}: the provider, and the id and the secret of the
 * program.
 */
export interface ClientCredentialsOptions extends TokenRequest {
  /** The secret that the provider gave this program when it was registered. */
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
      const { clientCredentialsGrant } = await loadOpenIdClient();
      const provider = await findProvider(options);
      try {
        return toTokens(await clientCredentialsGrant(provider, toParameters(options)), options);
      } catch (cause) {
        throw createRefusal(
          `The provider ${options.issuer} gives ${options.clientId} no token: ${describeFault(cause)}`,
          cause,
        );
      }
    },
  });
}

/**
 * Options of {@link signInByDevice}: the provider, the program, and how the person learns where to
 * go.
 */
export interface DeviceSignInOptions extends TokenRequest {
  /** Shows the person the page to open and the code to type there. */
  readonly show: (order: { readonly url: string; readonly code: string }) => void | Promise<void>;
  /**
   * A signal that gives up waiting for the person. Default: the wait ends when the provider's code
   * expires.
   */
  readonly signal?: AbortSignal;
}

/**
 * Signs a person in who has a browser elsewhere, such as on a phone: the device flow (RFC 8628).
 * Resolves once they have typed the code.
 *
 * @throws SignInError when the person or the provider says no, or nothing in time; the reason of
 * the signal
 *
 * @example
 * ```ts
 * import { signInByDevice } from '@formwork/client/sign-in';
 *
 * const tokens = await signInByDevice({
 *   issuer: 'https://login.example.com',
 *   clientId: 'terminal',
 *   show: ({ url, code }) => console.log(`Open ${url} and type ${code}`),
 * });
 * ```
 */
export async function signInByDevice(options: DeviceSignInOptions): Promise<Tokens> {
  const { resource, show, signal } = options;
  const client = await loadOpenIdClient();
  const provider = await findProvider(options);
  try {
    const order = await client.initiateDeviceAuthorization(provider, toParameters(options));
    await show({
      url: order.verification_uri_complete ?? order.verification_uri,
      code: order.user_code,
    });
    const target: Record<string, string> = resource === undefined ? {} : { resource };
    const polling = { ...(signal && { signal }) };
    return toTokens(
      await client.pollDeviceAuthorizationGrant(provider, order, target, polling),
      options,
    );
  } catch (cause) {
    signal?.throwIfAborted();
    throw createRefusal(
      `The provider ${options.issuer} gives no token: ${describeFault(cause)}`,
      cause,
    );
  }
}
