import { generateKeyPairSync, generateKeySync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyRing, createSigningKey, toVerifyingKey } from './keys.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

test('a key is the same key as PEM, as a JWK, as SPKI and as an object', () => {
  const forms = [
    publicKey,
    publicKey.export({ type: 'spki', format: 'pem' }),
    publicKey.export({ type: 'spki', format: 'der' }),
    publicKey.export({ format: 'jwk' }),
    { key: publicKey },
    { ...publicKey.export({ format: 'jwk' }), alg: 'EdDSA' },
  ];
  const fingerprints = forms.map((form) => toVerifyingKey(form).fingerprint);
  expect(new Set(fingerprints).size).toBe(1);
  expect(fingerprints[0]).toMatch(/^sha256:[0-9a-f]{64}$/u);
});

const small = generateKeyPairSync('rsa', { modulusLength: 1024 });
const odd = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 });
const curve = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
const pss = generateKeyPairSync('rsa-pss', { modulusLength: 2048 });

test.each([
  ['a small RSA key', small.publicKey, 'an RSA key of 1024 bits'],
  ['an RSA key with a small exponent', odd.publicKey, 'an RSA key with the exponent 3'],
  ['another curve', curve.publicKey, 'a key on secp256k1'],
  ['another kind', generateKeyPairSync('x25519').publicKey, 'a key of the kind x25519'],
  ['an RSA-PSS key', pss.publicKey, 'a key of the kind rsa-pss'],
  ['a private key', privateKey, 'must be public: current value is private'],
  ['a private PEM', privateKey.export({ type: 'pkcs8', format: 'pem' }), 'is a secret'],
  ['a private JWK', privateKey.export({ format: 'jwk' }), 'is a secret'],
  ['a secret', generateKeySync('hmac', { length: 256 }), 'must be public'],
  ['a secret JWK', { kty: 'oct', k: 'c2VjcmV0' }, 'is a secret'],
  ['no key', 'no key', 'cannot be read'],
  ['nothing', null as never, 'current value is null'],
  [
    'an algorithm of another kind',
    { key: publicKey, algorithm: 'PS256' as const },
    'one of Ed25519',
  ],
  [
    'a JWK of another algorithm',
    { ...rsa.publicKey.export({ format: 'jwk' }), alg: 'RS512' },
    '"RS512"',
  ],
])('%s is refused', (_, key, reason) => {
  expect(() => toVerifyingKey(key)).toThrow(reason);
  expect(() => createKeyRing({ 'agent-1': key })).toThrow('agent-1');
});

test('an RSA key signs by PSS unless it was registered otherwise', () => {
  expect(toVerifyingKey(rsa.publicKey).algorithm).toBe('PS256');
  expect(toVerifyingKey({ key: rsa.publicKey, algorithm: 'RS256' }).algorithm).toBe('RS256');
  const jwk = { ...rsa.publicKey.export({ format: 'jwk' }), alg: 'RS256' };
  expect(toVerifyingKey(jwk).algorithm).toBe('RS256');
  expect(createSigningKey(rsa.privateKey).algorithm).toBe('PS256');
});

test('a key to sign with is private, and strong enough', () => {
  expect(() => createSigningKey(publicKey)).toThrow('must be private: current value is public');
  expect(() => createSigningKey(small.privateKey)).toThrow('an RSA key of 1024 bits');
  expect(() => createSigningKey('nothing')).toThrow('cannot be read');
  expect(() => createSigningKey(privateKey, { algorithm: 'ES256' })).toThrow('"ES256"');
});

test('keys belong to ids of agents, and to each not too many', () => {
  expect(() => createKeyRing({ 'a b': publicKey })).toThrow('current value is "a b"');
  const many = Array.from({ length: 9 }, () => publicKey);
  expect(() => createKeyRing({ 'agent-1': many })).toThrow(
    'at most 8: current value is 9 of agent-1',
  );
});

test('names of what every object has are no agents', async () => {
  const keys = createKeyRing({ 'agent-1': publicKey });
  for (const id of ['constructor', 'toString', 'hasOwnProperty'])
    expect(await keys(id)).toEqual([]);
});
