import { expect, test } from 'vitest';
import { createSignInSealer, VISIT_MS } from './sign-in-sealer.ts';

const VISIT = { state: 's', verifier: 'v', hash: '#run=1' };

test('a visit is opened in time, by the server that sealed it', () => {
  let time = 1;
  const sealer = createSignInSealer(undefined, () => time);
  const early = sealer.seal(VISIT);
  const late = sealer.seal({ ...VISIT, state: 't' });
  expect(createSignInSealer(undefined, () => time).open(early, 's')).toBeUndefined();
  expect(sealer.open(`${early}${'A'.repeat(5_000)}`, 's')).toBeUndefined();
  time += VISIT_MS - 1;
  expect(sealer.open(early, 's')).toEqual(VISIT);
  time += 1;
  expect(sealer.open(late, 't')).toBeUndefined();
});

test('sealers with one secret open visits of each other, and no others', () => {
  for (const secret of ['a secret of the deployment', Buffer.from('c0ffee', 'hex')]) {
    const sealed = createSignInSealer(secret).seal(VISIT);
    expect(createSignInSealer(secret).open(sealed, 's')).toEqual(VISIT);
    expect(createSignInSealer('another').open(sealed, 's')).toBeUndefined();
    expect(createSignInSealer().open(sealed, 's')).toBeUndefined();
  }
  // Empty ones are no secrets that others cannot guess.
  expect(createSignInSealer('').open(createSignInSealer('').seal(VISIT), 's')).toBeUndefined();
});
