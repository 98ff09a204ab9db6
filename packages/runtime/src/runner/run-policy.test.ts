import { TransientError } from '@formwork/core';
import { expect, test } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import { createAndRun } from '../protocol/send-operations.ts';
import type { Scope } from '../scope.ts';
import { message, startRunner, untilAborted } from '../testing/start-runner.ts';

test('an attempt that takes too long is told, and its task fails with the reason', async () => {
  const reasons: unknown[] = [];
  const { send, stateOf, textOf } = startRunner({
    skill: {
      timeoutMs: 30,
      run: async (task) => {
        await untilAborted(task);
        reasons.push(task.signal.reason);
        await task.progress('late').catch((error: unknown) => reasons.push(error));
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('failed');
  expect(await textOf(id)).toBe('The agent did not finish this task within 0.03 s.');
  const timeout = { code: 'RUN_ENDED', end: 'timeout' };
  await expect.poll(() => reasons).toMatchObject([timeout, timeout]);
});

test('a handler that does not heed its timeout keeps nobody waiting', async () => {
  let wake = (): void => undefined;
  const stuck = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const { engine, runner } = startRunner({ skill: { timeoutMs: 30, run: () => stuck } });
  const task = {
    id: 't',
    scope: '' as Scope,
    contextId: 'c',
    message,
    metadata: {},
    invocation: { kind: 'text', skillId: 'skill', text: '', acceptedOutputModes: [] },
  } as const;
  const { run } = await createAndRun({ engine, runner }, task);
  await run;
  expect((await engine.get('' as Scope, 't'))?.state).toBe('failed');
  wake();
});

test('a handler that ends in time is none the worse', async () => {
  const { send, stateOf, logged } = startRunner({
    skill: { timeoutMs: 60_000, run: () => 'done' },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
  expect(logged).toEqual([]);
});

test('what may pass is tried again, and steps that are done are not', async () => {
  const attempts: number[] = [];
  let steps = 0;
  const { engine, send, stateOf, logged } = startRunner({
    skill: {
      retry: { delayMs: 5 },
      run: async (task) => {
        attempts.push(task.attempt);
        const step = await task.step('once', () => {
          steps += 1;
          return steps;
        });
        if (task.attempt < 3) throw new TransientError('busy');
        return step;
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
  expect({ attempts, steps }).toEqual({ attempts: [1, 2, 3], steps: 1 });
  expect(logged).toEqual(['Task will be tried again', 'Task will be tried again']);
  const log = await engine.read('' as Scope, id, { after: 0 });
  const states = log.flatMap(({ event }) => (event.kind === 'status' ? [event.state] : []));
  expect(new Set(states)).toEqual(new Set(['submitted', 'working', 'completed']));
});

test('a task between attempts takes no place, and can be canceled at once', async () => {
  const { engine, send, stateOf } = startRunner(
    {
      skill: {
        retry: { delayMs: 600_000 },
        run: () => {
          throw new TransientError('busy');
        },
      },
      other: { run: () => 'done' },
    },
    { concurrency: 1 },
  );
  const id = await send();
  const other = await send('other');
  await expect.poll(() => stateOf(other)).toBe('completed');
  expect(await stateOf(id)).toMatch(/submitted|working/u);
  expect(await engine.cancel('' as Scope, id)).toEqual({ kind: 'canceled' });
});

test('the last attempt fails the task, without saying what was wrong', async () => {
  const { send, stateOf, textOf } = startRunner({
    skill: {
      retry: { maxAttempts: 2, delayMs: 1 },
      run: () => {
        throw new TransientError('secret host is busy');
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('failed');
  expect(await textOf(id)).toBe('The agent failed to do this task.');
});

test('a policy may allow more attempts than the runner', async () => {
  const { send, stateOf } = startRunner(
    {
      skill: {
        retry: { maxAttempts: 4, delayMs: 1 },
        run: ({ attempt }) => {
          if (attempt < 4) throw new TransientError('busy');
        },
      },
    },
    { maxAttempts: 2 },
  );
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
});

test('attempts that ended with their process leave the handler all its own', async () => {
  let ahead = 0;
  const engine = createMemoryEngine({ now: () => Date.now() + ahead });
  const attempts: number[] = [];
  const { stateOf, logged } = startRunner(
    {
      skill: {
        retry: { maxAttempts: 2, delayMs: 1 },
        run: ({ attempt }) => {
          attempts.push(attempt);
          if (attempts.length === 1) throw new TransientError('busy');
        },
      },
    },
    { engine, maxAttempts: 3 },
  );
  const invocation = { kind: 'text', skillId: 'skill', text: '', acceptedOutputModes: [] } as const;
  const task = { id: 't', scope: '' as Scope, contextId: 'c', message, metadata: {}, invocation };
  await engine.create(task, { worker: 'dead', ttlMs: 10 });
  ahead += 20;
  await engine.claim({ worker: 'dead', ttlMs: 10 }, 1);
  ahead += 20;
  await expect.poll(() => stateOf('t')).toBe('completed');
  expect(attempts).toEqual([3, 4]);
  expect(logged).toContain('Task will be tried again');
});

test('an attempt that stored a step begins the count of failures anew', async () => {
  const attempts: number[] = [];
  const { send, stateOf } = startRunner({
    skill: {
      retry: { maxAttempts: 3, delayMs: 1 },
      run: async (task) => {
        attempts.push(task.attempt);
        const begun = attempts.length;
        // Each second attempt comes to a new step, and all of them fail.
        for (let number = 0; number < Math.floor(begun / 2); number += 1) {
          await task.step(`step ${number}`, () => number);
        }
        if (begun < 6) throw new TransientError('busy');
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
  expect(attempts).toEqual([1, 2, 2, 3, 2, 3]);
});

test('a timeout is tried again when the policy says so', async () => {
  const { send, stateOf } = startRunner({
    skill: {
      timeoutMs: 30,
      // On a busy machine an attempt that returns at once may be late, too.
      retry: {
        delayMs: 1,
        maxAttempts: 100,
        isTransient: (error) => (error as { end?: string }).end === 'timeout',
      },
      run: (task) => (task.attempt === 1 ? untilAborted(task) : 'done'),
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
});

test('a stopping process says so to its handlers', async () => {
  const reasons: unknown[] = [];
  const { runner, send, stateOf } = startRunner({
    skill: {
      run: async (task) => {
        await untilAborted(task);
        reasons.push(task.signal.reason);
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('working');
  await runner.stop();
  expect(reasons).toMatchObject([{ code: 'RUN_ENDED', end: 'stopping' }]);
});

test('a handler that keeps the event loop to itself for too long fails all the same', async () => {
  const { send, stateOf, textOf } = startRunner({
    skill: {
      timeoutMs: 20,
      run: () => {
        const end = performance.now() + 60;
        while (performance.now() < end);
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('failed');
  expect(await textOf(id)).toBe('The agent did not finish this task within 0.02 s.');
});
