import type { Principal } from '@formwork/core';
import type { Authenticate } from './agent-router-options.ts';

/** Options of {@link createBearerAuthentication}. */
export interface BearerAuthenticationOptions {
  /**
   * Returns who a token belongs to, or `undefined` when it is not a valid one.
   *
   * MUST check everything about the token: signature, audience, expiry. MUST NOT throw for a token
   * that is not valid; what it throws is logged, with the token taken out, and answered as an
   * internal error.
   */
  readonly verify: (token: string) => Principal | undefined | Promise<Principal | undefined>;
  /** What kind of token it is, for the cards, such as `JWT`. */
  readonly bearerFormat?: string;
}

/** RFC 6750 section 2.1; the name of the scheme in any case, as RFC 9110 section 11.1 wants it. */
const AUTHORIZATION = /^bearer +(?<token>[\w.~+/-]+=*) *$/iu;

/** Knows callers by the token in `Authorization: Bearer TOKEN`. */
export function createBearerAuthentication({
  verify,
  bearerFormat,
}: BearerAuthenticationOptions): Authenticate {
  const authenticate: Authenticate = async ({ headers }) => {
    const token = AUTHORIZATION.exec(headers.authorization ?? '')?.groups?.['token'];
    if (token === undefined) return undefined;
    try {
      return await verify(token);
    } catch (error) {
      throw withoutToken(error, token);
    }
  };
  const scheme = {
    kind: 'bearer',
    name: 'bearer',
    ...(bearerFormat !== undefined && { bearerFormat }),
  } as const;
  return Object.assign(authenticate, { scheme });
}

/** Libraries like to quote what they could not read; a log is no place for it. */
function withoutToken(error: unknown, token: string): Error {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  // The parts of a JWT are as telling as all of it.
  const secrets = [token, ...token.split('.')].filter((part) => part !== '');
  const clean = secrets.reduce((known, secret) => known.replaceAll(secret, '[token]'), text);
  return new Error(`Cannot verify a token: ${clean}`);
}
