import { expect, test } from 'vitest';
import { createVisitSealer, VISIT_MS } from './visit-sealer.ts';

const VISIT = { state: 's', verifier: 'v', hash: '#run=1' };

test('a visit is opened in time, by the server that sealed it', () => {
  let time = 1;
  const sealer = createVisitSealer(() => time);
  const early = sealer.seal(VISIT);
  const late = sealer.seal({ ...VISIT, state: 't' });
  expect(createVisitSealer(() => time).open(early, 's')).toBeUndefined();
  expect(sealer.open(`${early}${'A'.repeat(5_000)}`, 's')).toBeUndefined();
  time += VISIT_MS - 1;
  expect(sealer.open(early, 's')).toEqual(VISIT);
  time += 1;
  expect(sealer.open(late, 't')).toBeUndefined();
});
