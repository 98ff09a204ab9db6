import type { SecurityScheme } from '@formwork/core';

/**
 * Makes the value of `WWW-Authenticate` for a 401: a challenge for each scheme. Only the challenge
 * of `Bearer` says what was wrong with the credentials, because only `Bearer` is registered.
 */
export function createChallenge(
  schemes: readonly SecurityScheme[],
  facts: readonly string[] = [],
): string {
  const challenges = schemes.flatMap((scheme) => {
    switch (scheme.kind) {
      case 'api-key':
        return [`ApiKey realm="a2a", ${scheme.location}="${scheme.parameter}"`];
      case 'bearer':
      case 'openid-connect':
      case 'oauth2':
        return [['Bearer realm="a2a"', ...facts].join(', ')];
      case 'mutual-tls':
        return [];
    }
  });
  return challenges.length === 0 ? 'Custom realm="a2a"' : [...new Set(challenges)].join(', ');
}

/** Names the credentials that schemes accept, and where they stand, for people. */
export function describeCredentials(schemes: readonly SecurityScheme[]): string {
  const credentials = schemes.map((scheme) => {
    switch (scheme.kind) {
      case 'api-key':
        return `a key in the ${PLACES[scheme.location]} ${scheme.parameter}`;
      case 'bearer':
      case 'openid-connect':
      case 'oauth2':
        return 'a token in the header Authorization, after "Bearer "';
      case 'mutual-tls':
        return 'a client certificate';
    }
  });
  return [...new Set(credentials)].join(', or ');
}

const PLACES = { header: 'header', query: 'query parameter', cookie: 'cookie' } as const;
