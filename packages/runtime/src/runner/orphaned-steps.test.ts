import { type TaskContext, TransientError } from '@formwork/core';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { EngineStorageError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { createSignal } from '../testing/signal.ts';
import { type StartedRunner, startRunner } from '../testing/start-runner.ts';
import { OrphanedSteps } from './orphaned-steps.ts';
import { RunningStep } from './running-step.ts';

// Steps that go on when their run is over, because its task has asked or is tried again.

/** An engine in memory that tells when it has been given a late memo, and whether it was kept. */
function watchLateMemos(): { readonly engine: TaskEngine; readonly kept: boolean[] } {
  const memory = createMemoryEngine();
  const kept: boolean[] = [];
  return {
    kept,
    engine: {
      ...memory,
      async keepMemo(lease, memo) {
        const isKept = await memory.keepMemo(lease, memo);
        kept.push(isKept);
        return isKept;
      },
    },
  };
}

async function answer({ engine }: StartedRunner, id: string, position = 0): Promise<void> {
  const { seq = 0 } = (await engine.get('' as Scope, id)) ?? {};
  const memo = { kind: 'memo', position, key: 'ask:text', value: 'yes' } as const;
  const events = [memo, { kind: 'status', state: 'working' } as const];
  const outcome = await engine.reply('' as Scope, id, { reply: { expectedSeq: seq, events } });
  expect(outcome.kind).toBe('accepted');
}

/** A task that asks and pays at the same time, and what its handler has done. */
interface PayingTask extends StartedRunner {
  readonly id: string;
  /** The attempts, counted over all runs, that have begun to pay. */
  readonly paid: number[];
  /** Resolves once the handler runs again. */
  readonly again: Promise<void>;
  /** The signals of the runs. */
  readonly signals: readonly AbortSignal[];
}

/** Starts a task that asks beside a step, which goes on as long as `payment` does. */
async function startPaying(
  pay: () => Promise<void>,
  { isFirst = false, engine }: { readonly isFirst?: boolean; readonly engine?: TaskEngine } = {},
): Promise<PayingTask> {
  let runs = 0;
  const paid: number[] = [];
  const again = createSignal();
  const signals: AbortSignal[] = [];
  const run = async (task: TaskContext): Promise<void> => {
    runs += 1;
    signals.push(task.signal);
    const step = (): Promise<void> =>
      task.step('pay', () => {
        paid.push(runs);
        return pay();
      });
    const ask = (): Promise<string> => task.ask('Sure?', { to: 'role:boss' });
    const calls = isFirst ? [step(), ask()] : [ask(), step()];
    if (runs > 1) again.resolve();
    await Promise.all(calls);
  };
  const started = startRunner({ skill: { run } }, engine && { engine });
  const id = await started.send();
  await expect.poll(() => started.stateOf(id)).toBe('input-required');
  return { ...started, id, paid, again: again.promise, signals };
}

test.each([true, false])(
  'a step that ends while its task waits is not done again (reached first: %s)',
  async (isFirst) => {
    const payment = createSignal();
    const { engine, kept } = watchLateMemos();
    const started = await startPaying(() => payment.promise, { isFirst, engine });
    payment.resolve();
    await expect.poll(() => kept).toEqual([true]);
    await answer(started, started.id, isFirst ? 1 : 0);
    await expect.poll(() => started.stateOf(started.id)).toBe('completed');
    expect({ paid: started.paid, logged: started.logged }).toEqual({ paid: [1], logged: [] });
  },
);

test('a run that begins while the step goes on waits for it', async () => {
  const payment = createSignal();
  const { engine, kept } = watchLateMemos();
  const { id, again, paid, logged, ...started } = await startPaying(() => payment.promise, {
    engine,
  });
  await answer({ ...started, logged }, id);
  await again;
  payment.resolve();
  await expect.poll(() => started.stateOf(id)).toBe('completed');
  expect({ paid, kept, logged }).toEqual({ paid: [1], kept: [false], logged: [] });
  expect((await engine.get('' as Scope, id))?.memos?.[1]).toMatchObject({ key: 'step:pay' });
});

test('a step that fails while its task waits is done again', async () => {
  const payment = createSignal();
  let attempts = 0;
  const started = await startPaying(async () => {
    attempts += 1;
    await payment.promise;
    if (attempts === 1) throw new Error('declined');
  });
  await answer(started, started.id);
  await started.again;
  payment.resolve();
  await expect.poll(() => started.stateOf(started.id)).toBe('completed');
  expect(started.paid).toEqual([1, 2]);
});

test('a step that goes on when its attempt fails is not done again by the next attempt', async () => {
  const payment = createSignal();
  const paid: number[] = [];
  const run = async (task: TaskContext): Promise<void> => {
    const pay = task.step('pay', async () => {
      paid.push(task.attempt);
      await payment.promise;
    });
    if (task.attempt === 1) throw new TransientError('later', { retryAfterMs: 1 });
    payment.resolve();
    await pay;
  };
  const retry = { maxAttempts: 2, delayMs: 1 };
  const { send, stateOf } = startRunner({ skill: { run, retry } });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
  expect(paid).toEqual([1]);
});

test('a step that ends after its task was canceled is named in the log', async () => {
  const payment = createSignal();
  const { engine, kept } = watchLateMemos();
  const { id, logged } = await startPaying(() => payment.promise, { engine });
  await engine.cancel('' as Scope, id);
  payment.resolve();
  await expect.poll(() => kept).toEqual([false]);
  await expect.poll(() => logged.join()).toContain('The result of a step is not stored');
});

test.each([true, false])(
  'a runner that stops waits for the step of a task that has asked (task canceled: %s)',
  async (isCanceled) => {
    const payment = createSignal();
    const { engine, kept } = watchLateMemos();
    const { runner, id, logged } = await startPaying(() => payment.promise, { engine });
    if (isCanceled) await engine.cancel('' as Scope, id);
    const stopping = runner.stop();
    // A stop that waits for nothing has ended by the next turn.
    expect(await Promise.race([stopping.then(() => 'stopped'), nextTurn('waiting')])).toBe(
      'waiting',
    );
    payment.resolve();
    await stopping;
    expect(kept).toEqual([!isCanceled]);
    expect(logged.join().includes('The result of a step is not stored')).toBe(isCanceled);
  },
);

/** A payment that fails when the test makes it fail. */
function createFailingPayment(): { readonly pay: () => Promise<void>; readonly fail: () => void } {
  const { promise, resolve } = createSignal();
  return {
    pay: async () => {
      await promise;
      throw new Error('declined');
    },
    fail: resolve,
  };
}

test('a run that was canceled while it waited for an earlier step does not do the step', async () => {
  const { pay, fail } = createFailingPayment();
  const { engine, id, again, paid, ...started } = await startPaying(pay);
  await answer({ ...started, engine }, id);
  await again;
  await engine.cancel('' as Scope, id);
  await expect.poll(() => started.signals.at(-1)?.aborted).toBe(true);
  fail();
  await started.runner.stop();
  expect(paid).toEqual([1]);
});

test('a result is kept although the storage was away when its step ended', async () => {
  const payment = createSignal();
  const { engine, kept } = watchLateMemos();
  let isAway = true;
  const away: TaskEngine = {
    ...engine,
    keepMemo(lease, memo) {
      if (!isAway) return engine.keepMemo(lease, memo);
      isAway = false;
      return Promise.reject(new EngineStorageError('away'));
    },
  };
  const started = await startPaying(() => payment.promise, { engine: away });
  payment.resolve();
  await expect.poll(() => kept).toEqual([true]);
  await answer(started, started.id);
  await expect.poll(() => started.stateOf(started.id)).toBe('completed');
  expect(started.paid).toEqual([1]);
});

test('a step that ends after its attempt has timed out is not done again', async () => {
  const payment = createSignal();
  const { engine, kept } = watchLateMemos();
  const paid: number[] = [];
  const run = (task: TaskContext): Promise<void> =>
    task.step('pay', () => {
      paid.push(task.attempt);
      return payment.promise;
    });
  const retry = { maxAttempts: 2, delayMs: 60_000, isTransient: () => true };
  const { send, logged } = startRunner({ skill: { run, timeoutMs: 50, retry } }, { engine });
  const id = await send();
  await expect.poll(() => logged.join()).toContain('Task will be tried again');
  payment.resolve();
  await expect.poll(() => kept).toEqual([true]);
  expect((await engine.get('' as Scope, id))?.memos).toMatchObject([{ key: 'step:pay' }]);
});

test('steps that fail push out no result that could not be stored', async () => {
  const left = new OrphanedSteps();
  const place = { position: 0, key: 'pay' };
  const done = new RunningStep(place);
  left.leave('a', done);
  done.succeed(1);
  done.end();
  for (let index = 0; index < 100; index += 1) {
    const failed = new RunningStep(place);
    left.leave(`${index}`, failed);
    failed.end();
  }
  await left.whenIdle();
  expect(await left.take('a', place)).toEqual({ kind: 'done', value: 1 });
  expect(left.take('99', place)).toBeUndefined();
});
