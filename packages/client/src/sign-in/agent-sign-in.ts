import { toRecord, parseUrl } from '@formwork/schema/json';
import { SignInError } from '../errors.ts';
import { refuseRedirect } from '../transport/create-fetch.ts';
import { readBoundedText, ResponseTooLarge } from '../transport/watch-body.ts';

/**
 * Where a caller of an agent signs in, as the agent itself says: the provider, and which tokens to
 * ask it for.
 */
export interface AgentSignIn {
  readonly issuer: string;
  /**
   * The name of the agent at its provider, a URL on the agent's own origin; tokens are asked for
   * with it.
   */
  readonly resource: string;
  /** Every scope that some skill of the agent requires. */
  readonly scopes: readonly string[];
}

/** Options of {@link findSignIn}: the `fetch` that asks the agent, and a signal to stop. */
export interface FindSignInOptions {
  /**
   * A signal that ends the request for the agent's sign-in data. Default: one that ends it after
   * ten seconds.
   */
  readonly signal?: AbortSignal;
  /** The `fetch` that asks the agent. Default: the global one. */
  readonly fetch?: typeof fetch;
}

/** The most bytes that are read of an agent's answer about signing in. */
const MAX_BYTES = 65_536;

/**
 * Asks an agent where its callers sign in (RFC 9728). An agent that names another origin than its
 * own as the place that tokens are for is refused: it would get tokens that give access to another
 * owner's service.
 *
 * @throws SignInError when the agent cannot be reached, does not say where to sign in, or names a
 * resource of another origin
 *
 * @example
 * ```ts
 * import { findSignIn } from '@formwork/client/sign-in';
 *
 * const { issuer, scopes } = await findSignIn('https://agents.example.com');
 * ```
 */
export async function findSignIn(
  url: string,
  { signal = AbortSignal.timeout(10_000), fetch: fetchImpl = fetch }: FindSignInOptions = {},
): Promise<AgentSignIn> {
  const { origin } = new URL(url);
  const address = `${origin}/.well-known/oauth-protected-resource`;
  let metadata: unknown;
  try {
    const response = await fetchImpl(address, { signal, redirect: 'manual' });
    await refuseRedirect(response, address);
    const text = response.ok ? await readBoundedText(response, MAX_BYTES) : '';
    metadata = text === '' ? undefined : JSON.parse(text);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof ResponseTooLarge) {
      throw new SignInError(
        `Cannot read where to sign in at ${origin} because the answer must have at most ${MAX_BYTES} bytes: it has more.`,
        { cause },
      );
    }
    throw new SignInError(`Cannot ask ${origin} where to sign in. Is the agent running?`, {
      cause,
    });
  }
  const { authorization_servers: servers, resource, scopes_supported: scopes } = toRecord(metadata);
  const issuer: unknown = Array.isArray(servers) ? servers[0] : undefined;
  if (typeof issuer !== 'string' || typeof resource !== 'string') {
    throw new SignInError(
      `The agent at ${origin} does not say where to sign in. Give the provider, such as https://login.example.com, yourself.`,
    );
  }
  if (parseUrl(resource)?.origin !== origin) {
    throw new SignInError(
      `The agent at ${origin} says that its tokens are for ${JSON.stringify(resource.slice(0, 200))}, which is elsewhere. If you trust it with them, give the provider and that resource yourself.`,
    );
  }
  return {
    issuer,
    resource,
    scopes: Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : [],
  };
}
