import type { Principal, SecurityScheme } from '@formwork/core';
import { UnavailableError } from '@formwork/runtime';
import type { Authenticate } from './credential.ts';

/** Options of {@link createBearerAuthentication}. */
export interface BearerAuthenticationOptions {
  /**
   * Returns the principal of a token; `undefined` if the token is not valid.
   *
   * MUST check everything about the token: signature, audience, expiry. MUST NOT throw for a token
   * that is not valid; an error is logged without the token, and answered as an internal error.
   */
  readonly verify: (token: string) => Principal | undefined | Promise<Principal | undefined>;
  /** The format of the tokens as the cards name it, such as `JWT`. Default: the cards name none. */
  readonly bearerFormat?: string;
}

/**
 * Matches an `Authorization` header with a bearer token (RFC 6750 section 2.1). The name of the
 * scheme may be in any case (RFC 9110 section 11.1).
 */
const AUTHORIZATION = /^bearer +(?<token>[\w.~+/-]+=*) *$/iu;

/**
 * Makes an authentication that recognizes callers by the token in `Authorization: Bearer TOKEN`.
 *
 * @example
 * ```ts
 * import { createBearerAuthentication } from '@formwork/server';
 *
 * declare function findOwner(token: string): Promise<string | undefined>;
 * const authenticate = createBearerAuthentication({
 *   async verify(token) {
 *     const id = await findOwner(token);
 *     return id === undefined ? undefined : { id };
 *   },
 * });
 * ```
 */
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
      if (error instanceof UnavailableError) throw error;
      throw withoutToken(error, token);
    }
  };
  const scheme: SecurityScheme = {
    kind: 'bearer',
    name: 'bearer',
    ...(bearerFormat !== undefined && { bearerFormat }),
  };
  return Object.assign(authenticate, { schemes: [scheme] });
}

/** Removes the token from an error, because libraries quote tokens and errors are logged. */
function withoutToken(error: unknown, token: string): Error {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  // The parts of a JWT are as telling as all of it.
  const secrets = [token, ...token.split('.')].filter((part) => part !== '');
  const clean = secrets.reduce((redacted, secret) => redacted.replaceAll(secret, '[token]'), text);
  return new Error(`Cannot verify a token: ${clean}`);
}
