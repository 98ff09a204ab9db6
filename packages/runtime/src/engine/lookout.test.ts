import { expect, test } from 'vitest';
import { createBell } from './bell.ts';
import { Lookout } from './lookout.ts';

const NEVER = { last: 1, pollMs: 600_000, checks: false };

test('a reader that finds a new event wakes all who wait', async () => {
  const lookout = new Lookout();
  lookout.see(1);
  const bells = [createBell(), createBell()];
  for (const bell of bells) lookout.add(bell, NEVER);
  lookout.see(2);
  await Promise.all(bells.map((bell) => bell.wait()));
});

test('a reader that begins to wait after others have read further is woken', async () => {
  const lookout = new Lookout();
  lookout.see(2);
  const bell = createBell();
  lookout.add(bell, NEVER);
  await bell.wait();
});

test('those who wait look one after the other', async () => {
  const lookout = new Lookout();
  const order: number[] = [];
  const looking = [0, 1, 2].map(async (number) => {
    const bell = createBell();
    const entry = lookout.add(bell, { last: 0, pollMs: 5, checks: false });
    await bell.wait();
    lookout.remove(entry, { checks: false });
    order.push(number);
  });
  await Promise.all(looking);
  expect(order).toEqual([0, 1, 2]);
});

test('nobody is woken who does not wait any more', async () => {
  const lookout = new Lookout();
  const bell = createBell();
  lookout.remove(lookout.add(bell, { ...NEVER, pollMs: 1 }), NEVER);
  let isRung = false;
  void bell.wait().then(() => (isRung = true));
  const later = createBell();
  lookout.add(later, { ...NEVER, pollMs: 5 });
  await later.wait();
  expect(isRung).toBe(false);
});
