import { expect, test } from 'vitest';
import { createSignInCipher, VISIT_MS } from './sign-in-cipher.ts';

const VISIT = { state: 's', verifier: 'v', hash: '#run=1' };

test('a visit is opened in time, by the server that sealed it', () => {
  let time = 1;
  const cipher = createSignInCipher(undefined, () => time);
  const early = cipher.seal(VISIT);
  const late = cipher.seal({ ...VISIT, state: 't' });
  expect(createSignInCipher(undefined, () => time).open(early, 's')).toBeUndefined();
  expect(cipher.open(`${early}${'A'.repeat(5_000)}`, 's')).toBeUndefined();
  time += VISIT_MS - 1;
  expect(cipher.open(early, 's')).toEqual(VISIT);
  time += 1;
  expect(cipher.open(late, 't')).toBeUndefined();
});

test('sealers with one secret open visits of each other, and no others', () => {
  for (const secret of ['a secret of the deployment', Buffer.from('c0ffee', 'hex')]) {
    const sealed = createSignInCipher(secret).seal(VISIT);
    expect(createSignInCipher(secret).open(sealed, 's')).toEqual(VISIT);
    expect(createSignInCipher('another').open(sealed, 's')).toBeUndefined();
    expect(createSignInCipher().open(sealed, 's')).toBeUndefined();
  }
  // Empty ones are no secrets that others cannot guess.
  expect(createSignInCipher('').open(createSignInCipher('').seal(VISIT), 's')).toBeUndefined();
});
