import type { Problem } from '@formwork/schema';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerChecks, type WorkerScope } from './answer-checks.ts';
import { createWorkerChecker } from './worker-checker.ts';
import type { WorkerAnswer, WorkerRequest } from './worker-message.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});
afterEach(() => {
  FakeWorker.instances = [];
});

/** A worker without a thread, for tests; it never answers a value that contains "hang". */
class FakeWorker extends EventTarget {
  static instances: FakeWorker[] = [];
  isTerminated = false;
  readonly #listeners: ((event: { readonly data: WorkerRequest }) => void)[] = [];
  readonly scope: WorkerScope = {
    addEventListener: (_type, listener) => {
      this.#listeners.push(listener);
    },
    postMessage: (data: WorkerAnswer) => {
      this.dispatchEvent(new MessageEvent('message', { data }));
    },
  };

  constructor() {
    super();
    FakeWorker.instances.push(this);
  }

  begin(): void {
    answerChecks(this.scope);
  }

  postMessage(data: WorkerRequest): void {
    if (data.value.includes('hang')) return;
    queueMicrotask(() => {
      try {
        for (const listener of this.#listeners) listener({ data });
      } catch {
        this.dispatchEvent(new Event('error', { cancelable: true }));
      }
    });
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

function start(): Worker {
  const worker: unknown = new FakeWorker();
  return worker as Worker;
}

function toRequest(value: unknown, schema: unknown = { pattern: '^a$' }): WorkerRequest {
  return { schema: JSON.stringify(schema), value: JSON.stringify(value) };
}

function toPointers(problems: readonly Problem[]): readonly string[] {
  return problems.map(({ pointer, keyword }) => `${pointer} ${keyword}`);
}

test('a worker is made when it is needed, and serves everybody in turn', async () => {
  const checker = createWorkerChecker(start);
  expect(FakeWorker.instances).toHaveLength(0);
  const values = ['a', 'b', 'a'];
  const verdicts = Promise.all(values.map((value) => checker.check(toRequest(value))));
  expect(FakeWorker.instances).toHaveLength(1);
  FakeWorker.instances[0]?.begin();
  expect(
    (await verdicts).map((verdict) => verdict.kind === 'checked' && toPointers(verdict.problems)),
  ).toEqual([[], [' pattern'], []]);
  expect(FakeWorker.instances).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('a check that takes too long ends its worker, and the next has another', async () => {
  const checker = createWorkerChecker(start);
  checker.prepare();
  FakeWorker.instances[0]?.begin();
  const first = checker.check(toRequest('hang'));
  const second = checker.check(toRequest('b'));
  await vi.advanceTimersByTimeAsync(19_999);
  expect(FakeWorker.instances).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2);
  expect(await first).toEqual({ kind: 'unchecked' });
  expect(FakeWorker.instances.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  FakeWorker.instances[1]?.begin();
  expect(await second).toMatchObject({ kind: 'checked' });
});

test('a worker that was stopped is not heard any more', async () => {
  const checker = createWorkerChecker(start);
  checker.prepare();
  FakeWorker.instances[0]?.begin();
  const first = checker.check(toRequest('hang'));
  await vi.advanceTimersByTimeAsync(20_001);
  expect(await first).toEqual({ kind: 'unchecked' });
  FakeWorker.instances[1]?.begin();
  const second = checker.check(toRequest('b'));
  FakeWorker.instances[0]?.scope.postMessage({ kind: 'checked', problems: [] });
  expect(await second).toMatchObject({ problems: [{ keyword: 'pattern' }] });
});

test('a worker that does not start is waited for a while, and tried again later', async () => {
  const checker = createWorkerChecker(start);
  const first = checker.check(toRequest('a'));
  await vi.advanceTimersByTimeAsync(10_001);
  expect(await first).toEqual({ kind: 'unchecked' });
  const second = checker.check(toRequest('a'));
  expect(FakeWorker.instances).toHaveLength(2);
  FakeWorker.instances[1]?.begin();
  expect(await second).toEqual({ kind: 'checked', problems: [] });
});

test('a worker that fails is replaced, also while it starts', async () => {
  const checker = createWorkerChecker(start);
  const first = checker.check(toRequest('a'));
  FakeWorker.instances[0]?.dispatchEvent(new Event('error', { cancelable: true }));
  expect(await first).toEqual({ kind: 'unchecked' });
  const second = checker.check(toRequest('a', { $ref: 'x:y' }));
  FakeWorker.instances[1]?.begin();
  expect(await second).toEqual({ kind: 'unchecked' });
  expect(FakeWorker.instances).toHaveLength(3);
});

test('where there are no workers nothing is checked', async () => {
  const checker = createWorkerChecker(() => {
    throw new Error('no workers here');
  });
  checker.prepare();
  expect(await Promise.all([1, 2].map((value) => checker.check(toRequest(value))))).toEqual([
    { kind: 'unchecked' },
    { kind: 'unchecked' },
  ]);
});

test('two schemas with one $id are two schemas', async () => {
  const checker = createWorkerChecker(start);
  checker.prepare();
  FakeWorker.instances[0]?.begin();
  const $id = 'https://example.com/schema';
  const verdicts = ['^a$', '^b$'].map((pattern) => checker.check(toRequest('a', { $id, pattern })));
  expect(await Promise.all(verdicts)).toMatchObject([
    { problems: [] },
    { problems: [{ keyword: 'pattern' }] },
  ]);
});
