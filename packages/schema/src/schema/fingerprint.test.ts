import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { toFingerprint } from './fingerprint.ts';

test('toFingerprint() is the SHA-256 of the canonical JSON', () => {
  const canonical = '{"properties":{"a":{"type":"string"},"b":{"maximum":1e+30}},"type":"object"}';
  const digest = createHash('sha256').update(canonical).digest('hex');
  const schema = { type: 'object', properties: { b: { maximum: 1e30 }, a: { type: 'string' } } };
  expect(toFingerprint(schema)).toBe(`sha256:${digest}`);
});

test('toFingerprint() does not depend on the order of keys, but on every word', () => {
  const fingerprint = toFingerprint({ type: 'object', title: 'A' });
  expect(toFingerprint({ title: 'A', type: 'object' })).toBe(fingerprint);
  expect(toFingerprint({ title: 'B', type: 'object' })).not.toBe(fingerprint);
});
