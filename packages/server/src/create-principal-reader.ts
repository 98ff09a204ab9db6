import type { IncomingMessage } from 'node:http';
import type { CardSecurity, SecurityScheme } from '@formwork/core';
import type { AgentRouterOptions } from './agent-router-options.ts';
import { UnauthenticatedError } from './errors/unauthenticated-error.ts';

type AuthenticationOptions = Pick<AgentRouterOptions, 'authenticate' | 'requireAuthentication'>;

/**
 * Makes a function that tells the id of a caller, or throws `UnauthenticatedError` when there has
 * to be one; `undefined` when nobody ever says who they are.
 */
export function createPrincipalReader({
  authenticate,
  requireAuthentication = false,
}: AuthenticationOptions): ((request: IncomingMessage) => Promise<string | undefined>) | undefined {
  if (authenticate === undefined) {
    if (!requireAuthentication) return undefined;
    throw new TypeError(
      'Cannot require authentication as authenticate must be a function: current value is undefined',
    );
  }
  const challenge = toChallenge(authenticate.scheme);
  return async (request) => {
    const principal = await authenticate(request);
    if (principal === undefined && requireAuthentication) {
      throw new UnauthenticatedError(challenge);
    }
    // An id that is no id would put strangers together.
    if (principal === undefined) return undefined;
    const id: unknown = principal.id;
    if (typeof id === 'string' && id !== '') return id;
    throw new TypeError(
      `Cannot tell the caller as the principal's id must be text that is not empty: current value is ${typeof id === 'string' ? '""' : typeof id}`,
    );
  };
}

/** What the cards say about authentication. */
export function toSecurity({
  authenticate,
  requireAuthentication = false,
}: AuthenticationOptions): CardSecurity | undefined {
  const scheme = authenticate?.scheme;
  return scheme && { schemes: [scheme], required: requireAuthentication };
}

/** A 401 has to name a scheme; only `Bearer` is a registered one among ours. */
function toChallenge(scheme: SecurityScheme | undefined): string {
  switch (scheme?.kind) {
    case 'api-key':
      return `ApiKey realm="a2a", header="${scheme.header}"`;
    case 'bearer':
      return 'Bearer realm="a2a"';
    case undefined:
      return 'Custom realm="a2a"';
  }
}
