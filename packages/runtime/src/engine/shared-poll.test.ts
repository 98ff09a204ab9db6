import { expect, test } from 'vitest';
import { SharedPoll } from './shared-poll.ts';
import { WakeSignal } from './wake-signal.ts';

const NEVER = { last: 1, pollMs: 600_000, checks: false };

test('a reader that finds a new event wakes all who wait', async () => {
  const sharedPoll = new SharedPoll();
  sharedPoll.see(1);
  const wakeSignals = [new WakeSignal(), new WakeSignal()];
  for (const wakeSignal of wakeSignals) sharedPoll.add(wakeSignal, NEVER);
  sharedPoll.see(2);
  await Promise.all(wakeSignals.map((wakeSignal) => wakeSignal.wait()));
});

test('a reader that begins to wait after others have read further is woken', async () => {
  const sharedPoll = new SharedPoll();
  sharedPoll.see(2);
  const wakeSignal = new WakeSignal();
  sharedPoll.add(wakeSignal, NEVER);
  await wakeSignal.wait();
});

test('those who wait look one after the other', async () => {
  const sharedPoll = new SharedPoll();
  const order: number[] = [];
  const looking = [0, 1, 2].map(async (number) => {
    const wakeSignal = new WakeSignal();
    const entry = sharedPoll.add(wakeSignal, { last: 0, pollMs: 5, checks: false });
    await wakeSignal.wait();
    sharedPoll.remove(entry, { checks: false });
    order.push(number);
  });
  await Promise.all(looking);
  expect(order).toEqual([0, 1, 2]);
});

test('a caller that waits no more is not woken', async () => {
  const sharedPoll = new SharedPoll();
  const wakeSignal = new WakeSignal();
  sharedPoll.remove(sharedPoll.add(wakeSignal, { ...NEVER, pollMs: 1 }), NEVER);
  let isRung = false;
  void wakeSignal.wait().then(() => (isRung = true));
  const later = new WakeSignal();
  sharedPoll.add(later, { ...NEVER, pollMs: 5 });
  await later.wait();
  expect(isRung).toBe(false);
});
