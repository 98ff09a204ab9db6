import { expect, test } from 'vitest';
import { createCredentialStore, toCredentialHeader } from './credential-store.ts';

const BEARER = { kind: 'bearer', scheme: 'b', description: '' } as const;
const KEY = { kind: 'api-key', scheme: 'k', description: '', header: 'X-Key' } as const;

test('an agent gets its own headers and no other', () => {
  const box = createCredentialStore();
  box.put('https://a.example', { authorization: 'Bearer 1' });
  expect(box.read('https://a.example')).toEqual({ authorization: 'Bearer 1' });
  expect(box.read('https://a.example/')).toEqual({});
  expect(box.read('__proto__')).toEqual({});
  box.forget('https://a.example');
  expect(box.read('https://a.example')).toEqual({});
});

test('what was refused is known until something else is entered', () => {
  const agent = 'https://a.example';
  const box = createCredentialStore();
  box.refuse(agent, box.read(agent));
  expect(box.isRefused(agent)).toBe(false);
  box.put(agent, { authorization: 'Bearer 1' });
  const tried = box.read(agent);
  box.refuse(agent, tried);
  expect(box.isRefused(agent)).toBe(true);
  expect(box.isRefused('https://b.example')).toBe(false);
  // The refusal of the first credential comes after the second was entered.
  box.put(agent, { authorization: 'Bearer 2' });
  box.refuse(agent, tried);
  expect(box.isRefused(agent)).toBe(false);
});

test('what is entered becomes a header, or is refused', () => {
  expect(toCredentialHeader(BEARER, ' abc ')).toEqual(['authorization', 'Bearer abc']);
  expect(toCredentialHeader(BEARER, 'Bearer abc')).toEqual(['authorization', 'Bearer abc']);
  expect(toCredentialHeader(KEY, 'k1')).toEqual(['X-Key', 'k1']);
  expect(toCredentialHeader(KEY, 'a\r\nb')).toBeUndefined();
  expect(toCredentialHeader(KEY, 'schlüssel')).toBeUndefined();
  expect(toCredentialHeader(KEY, ' ')).toBeUndefined();
  expect(toCredentialHeader({ kind: 'other', scheme: 'o', description: '' }, 'x')).toBeUndefined();
});
