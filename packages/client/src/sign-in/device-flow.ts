import { SignInError } from '../errors.ts';
import { describeFault, findProvider } from './provider.ts';
import { toParameters, type TokenRequest, type Tokens, toTokens } from './tokens.ts';

/** Options of {@link signInByDevice}. */
export interface DeviceSignInOptions extends TokenRequest {
  /** Tells the person where to go, and the code to type there. */
  readonly show: (order: { readonly url: string; readonly code: string }) => void | Promise<void>;
  /** Gives up. */
  readonly signal?: AbortSignal;
}

/**
 * Signs a person in who has a browser elsewhere, such as on a phone: the device flow (RFC 8628).
 * Resolves once they have typed the code.
 *
 * @throws SignInError when the person or the provider says no, or nothing in time; the reason of the
 * signal
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
  const client = await import('openid-client');
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
    throw new SignInError(
      `The provider ${options.issuer} gives no token: ${describeFault(cause)}`,
      {
        cause,
      },
    );
  }
}
