import { isRecord } from '@formwork/schema/internal';
import { SignInError } from '../errors.ts';

/** Where an agent's tokens come from, as it says itself. */
export interface AgentSignIn {
  readonly issuer: string;
  /** The agent, as its provider knows it; on the same origin as the agent. */
  readonly resource: string;
  /** Every scope that a skill of the agent asks for. */
  readonly scopes: readonly string[];
}

/** Options of {@link findSignIn}. */
export interface FindSignInOptions {
  /** Ends the wait. Default: it ends after ten seconds. */
  readonly signal?: AbortSignal;
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
}

/** The most that is read of an agent's answer, in characters. */
const MAX_LENGTH = 65_536;

/**
 * Asks an agent where one signs in (RFC 9728). An agent that names another origin than its own as the
 * place that tokens are for is refused: it would get tokens that open somebody else's door.
 *
 * @throws SignInError when it does not say, or says so
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
    const response = await fetchImpl(address, { signal, redirect: 'error' });
    const text = response.ok ? await response.text() : '';
    metadata = text === '' || text.length > MAX_LENGTH ? undefined : JSON.parse(text);
  } catch (cause) {
    signal.throwIfAborted();
    throw new SignInError(`Cannot ask ${origin} where to sign in. Is the agent running?`, {
      cause,
    });
  }
  const {
    authorization_servers: servers,
    resource,
    scopes_supported: scopes,
  } = isRecord(metadata) ? metadata : {};
  const issuer: unknown = Array.isArray(servers) ? servers[0] : undefined;
  if (typeof issuer !== 'string' || typeof resource !== 'string') {
    throw new SignInError(
      `The agent at ${origin} does not say where to sign in. Give the provider, such as https://login.example.com, yourself.`,
    );
  }
  if (!URL.canParse(resource) || new URL(resource).origin !== origin) {
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
