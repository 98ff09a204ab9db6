import { defineAgent, defineSkill, TransientError } from '@formwork/core';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestAgent } from './test-agent.ts';
import { createTestClock } from './test-clock.ts';

const texts = { name: 'Skill', description: 'Tests.', tags: [] } as const;
const input = { empty: { type: 'object' } } as const;

const agent = defineAgent({
  name: 'Slow',
  version: '1.0.0',
  skills: [
    defineSkill({
      ...texts,
      id: 'slow',
      input,
      timeoutMs: 600_000,
      async run({ task }) {
        // Own clock: that of the test.
        await sleep(3_600_000, undefined, { signal: task.signal });
      },
    }),
    defineSkill({
      ...texts,
      id: 'timed',
      input,
      async run() {
        const before = Date.now();
        // Own clock: that of the test.
        await sleep(90_000);
        await new Promise((resolve) => {
          // Own clock: that of the test.
          setTimeout(resolve, 30_000);
        });
        return String(Date.now() - before);
      },
    }),
    defineSkill({
      ...texts,
      id: 'flaky',
      input,
      retry: { maxAttempts: 4, delayMs: 60_000, maxDelayMs: 600_000 },
      run({ task }) {
        if (task.attempt < 4) throw new TransientError('busy');
        return 'done';
      },
    }),
    defineSkill({ ...texts, id: 'asks', input, run: ({ task }) => task.ask('Yes?') }),
    defineSkill({ ...texts, id: 'quick', input, run: () => 'now' }),
  ],
});

test('advance() lets a skill run out of time at once', async () => {
  using clock = createTestClock();
  await using tested = createTestAgent(agent, { clock });
  const task = await tested.start('slow', {});
  await clock.advance(599_999);
  expect(task.state).toBe('working');
  await clock.advance(1);
  expect(task.state).toBe('failed');
  expect(task.text).toContain('within 600 s');
});

test('advance() runs the timers of handlers, and moves the time that they see', async () => {
  using clock = createTestClock({ now: Date.UTC(2030, 0, 1) });
  await using tested = createTestAgent(agent, { clock });
  const task = await tested.start('timed', {});
  await clock.advance('2m');
  expect(task.result()).toBe('120000');
  expect((await task.events()).at(-1)?.timestamp).toBe('2030-01-01T00:02:00.000Z');
});

test('advance() passes all retries of a task', async () => {
  using clock = createTestClock();
  await using tested = createTestAgent(agent, { clock });
  const task = await tested.start('flaky', {});
  await clock.advance('29s');
  expect(task.runs).toBe(1);
  // Delays are 1, 2 and 4 minutes, minus up to a half.
  await clock.advance('7m');
  expect(task.result()).toBe('done');
  expect(task.runs).toBe(4);
});

test('advance() ends questions that nobody answers, and deletes old tasks', async () => {
  using clock = createTestClock();
  // Hours and not days: what other tests have left running in this process runs by this clock, too.
  const retention = { abandonedAfterMs: 3_600_000, maxAgeMs: 7 * 3_600_000 };
  await using tested = createTestAgent(agent, { clock, retention });
  const task = await tested.call('asks', {});
  await clock.advance('55m');
  expect(task.state).toBe('input-required');
  await clock.advance('10m');
  expect(task.state).toBe('failed');
  expect(task.text).toContain('nobody answered');
  await clock.advance('8h');
  expect(await task.events()).toEqual([]);
});

test('calls that need no time return while the clock stands still', async () => {
  using clock = createTestClock();
  await using tested = createTestAgent(agent, { clock });
  expect((await tested.call('quick', {})).result()).toBe('now');
  const task = await tested.call('asks', {}, { answers: ['yes'] });
  expect(task.result()).toBe('yes');
  const canceled = await tested.start('slow', {});
  await canceled.cancel();
  expect(canceled.state).toBe('canceled');
});

test('advance() waits for all that an agent does after one timer', async () => {
  const busy = defineSkill({
    ...texts,
    id: 'busy',
    input,
    timeoutMs: 2_000,
    async run({ task }) {
      // Own clock: that of the test.
      await sleep(1_000);
      for (let count = 0; count < 2_000; count += 1) await task.progress(String(count));
      return 'done';
    },
  });
  using clock = createTestClock();
  const tested = createTestAgent(defineAgent({ name: 'A', version: '1', skills: [busy] }), {
    clock,
  });
  const task = await tested.start('busy', {});
  await clock.advance('1h');
  expect(task.result()).toBe('done');
  await tested.close();
});

test('close() of an agent does not wait for the clock', async () => {
  using clock = createTestClock();
  const tested = createTestAgent(agent, { clock });
  const task = await tested.start('timed', {});
  await tested.close();
  expect(task.state).toBe('working');
});

test('a process has one clock, and gets its own timers back', async () => {
  const real = setTimeout;
  const clock = createTestClock();
  expect(setTimeout).not.toBe(real);
  expect(() => createTestClock()).toThrow('close it first');
  clock.close();
  clock.close();
  expect(setTimeout).toBe(real);
  // Real time: it goes on again.
  await sleep(1);
});

test.each([-1, Number.NaN, '10 minutes', '1w'])('advance() refuses %s', async (duration) => {
  using clock = createTestClock();
  await expect(clock.advance(duration as number)).rejects.toThrow('duration must be');
});

test('advance() runs timers that become due at its very end', async () => {
  using clock = createTestClock();
  const ran: string[] = [];
  const first = clock.advance(10);
  // Own clock: that of the test.
  setTimeout(() => ran.push('late'), 10);
  await first;
  expect(ran).toEqual(['late']);
});
