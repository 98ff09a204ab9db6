import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { toLoggedPath } from './logged-path.ts';

test.each([
  '/',
  '/a2a',
  '/a2a/rest',
  '/a2a/rest/message:send',
  '/.well-known/agent-card.json',
  '/mcp',
  '/people/inbox',
  '/forms/expense-report/send',
  '/sessions-api/card',
  '/console/',
  '/v1/health',
  '/api-v1.2/oauth2/authorizations',
])('keeps a path that somebody has written: %s', (path) => {
  expect(toLoggedPath(path)).toBe(path);
  expect(toLoggedPath(`${path}?token=secret#secret`)).toBe(path);
  expect(toLoggedPath(`http://user:secret@host${path}`)).toBe(path);
});

/** Returns bytes as a random source would give them, the same ones in every run. */
function makeBytes(round: number, length: number): Buffer {
  return createHash('sha256').update(`${round}`).digest().subarray(0, length);
}

function toBase32(bytes: Buffer): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  return Array.from({ length: 26 }, (_, index) => letters[(bytes[index % 16] ?? 0) % 32]).join('');
}

test('keeps no id and no token, however it is made', () => {
  for (let round = 0; round < 100; round += 1) {
    const hex = makeBytes(round, 32).toString('hex');
    const tokens = [
      hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-'),
      makeBytes(round, 16).toString('base64url'),
      makeBytes(round, 32).toString('base64url'),
      hex,
      hex.toUpperCase(),
      toBase32(makeBytes(round, 16)),
      toBase32(makeBytes(round, 16)).replaceAll(/\d/gu, 'x'),
      `eyJhbGciOiJI.${makeBytes(round, 12).toString('base64url')}.x`,
      encodeURIComponent(`kim ${round}@example.com`),
    ];
    for (const token of tokens) {
      expect(toLoggedPath(`/people/answers/${token}/x?y=1`)).toBe('/people/answers/*/x');
    }
  }
});

test('a path that a stranger makes endless is short', () => {
  expect(toLoggedPath(`/${'a/'.repeat(1e6)}`)).toBe(`${'/a'.repeat(12)}/*`);
  expect(toLoggedPath(`/${'a'.repeat(1e6)}`)).toBe('/*');
  expect(toLoggedPath(`/${'a-1'.repeat(1e4)}`)).toBe('/*');
  expect(toLoggedPath('')).toBe('');
});
