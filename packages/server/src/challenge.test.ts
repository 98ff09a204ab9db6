import type { SecurityScheme } from '@formwork/core';
import { expect, test } from 'vitest';
import { createChallenge, describeCredentials } from './challenge.ts';

const KEY: SecurityScheme = { kind: 'api-key', name: 'a', location: 'header', parameter: 'X-Key' };
const COOKIE: SecurityScheme = { ...KEY, name: 'b', location: 'cookie', parameter: 'visit' };
const QUERY: SecurityScheme = { ...KEY, name: 'c', location: 'query', parameter: 'key' };
const BEARER: SecurityScheme = { kind: 'bearer', name: 'd' };
const CERTIFICATE: SecurityScheme = { kind: 'mutual-tls', name: 'e' };

test.each([
  [[], '', 'Custom realm="a2a"'],
  [[KEY], 'a key in the header X-Key', 'ApiKey realm="a2a", header="X-Key"'],
  [
    [COOKIE, QUERY],
    'a key in the cookie visit, or a key in the query parameter key',
    'ApiKey realm="a2a", cookie="visit", ApiKey realm="a2a", query="key"',
  ],
  [
    [BEARER, { ...BEARER, name: 'f' }],
    'a token in the header Authorization, after "Bearer "',
    'Bearer realm="a2a"',
  ],
  [[CERTIFICATE], 'a client certificate', 'Custom realm="a2a"'],
])('a refusal says once what the schemes take: %j', (schemes, words, challenge) => {
  expect(describeCredentials(schemes)).toBe(words);
  expect(createChallenge(schemes)).toBe(challenge);
});
