import { expect, test } from 'vitest';
import { createVisitSealer, VISIT_MS } from './visit-sealer.ts';

const VISIT = { state: 's', verifier: 'v', hash: '#run=1' };

test('a visit is opened in time, by the server that sealed it', () => {
  let time = 1;
  const sealer = createVisitSealer(undefined, () => time);
  const early = sealer.seal(VISIT);
  const late = sealer.seal({ ...VISIT, state: 't' });
  expect(createVisitSealer(undefined, () => time).open(early, 's')).toBeUndefined();
  expect(sealer.open(`${early}${'A'.repeat(5_000)}`, 's')).toBeUndefined();
  time += VISIT_MS - 1;
  expect(sealer.open(early, 's')).toEqual(VISIT);
  time += 1;
  expect(sealer.open(late, 't')).toBeUndefined();
});

test('sealers with one secret open visits of each other, and no others', () => {
  for (const secret of ['a secret of the deployment', Buffer.from('c0ffee', 'hex')]) {
    const sealed = createVisitSealer(secret).seal(VISIT);
    expect(createVisitSealer(secret).open(sealed, 's')).toEqual(VISIT);
    expect(createVisitSealer('another').open(sealed, 's')).toBeUndefined();
    expect(createVisitSealer().open(sealed, 's')).toBeUndefined();
  }
  // Empty ones are no secrets that others cannot guess.
  expect(createVisitSealer('').open(createVisitSealer('').seal(VISIT), 's')).toBeUndefined();
});
