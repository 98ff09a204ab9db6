import type { Problem } from '@formwork/schema';
import { afterEach, expect, test, vi } from 'vitest';
import { withExamples } from './example-checker.ts';
import type { WorkerChecker, WorkerResult } from './worker-checker.ts';

const REQUEST = { schema: '{}', value: '1' };
const PATTERN = { pointer: '/a', keyword: 'pattern', expected: 'a', message: 'a' } as const;

function answer(verdict: WorkerResult): WorkerChecker & { readonly requests: unknown[] } {
  const requests: unknown[] = [];
  return {
    requests,
    prepare() {},
    check(request) {
      requests.push(request);
      return Promise.resolve(verdict);
    },
  };
}

function toVerdict(...problems: readonly Problem[]): WorkerResult {
  return { kind: 'checked', problems };
}

afterEach(() => void vi.useRealTimers());

test('only a problem with a pattern asks for an example', async () => {
  const verdicts = [{ kind: 'unchecked' }, toVerdict(), toVerdict({ ...PATTERN, keyword: 'type' })];
  for (const verdict of verdicts as readonly WorkerResult[]) {
    const checker = withExamples(answer(verdict), () => expect.unreachable());
    expect(await checker.check(REQUEST)).toBe(verdict);
  }
});

test('problems with patterns have examples, for all of which one checker is made', async () => {
  const explained = toVerdict({ ...PATTERN, suggestion: 'such as a' });
  const examples = answer(explained);
  let checkers = 0;
  const checker = withExamples(answer(toVerdict(PATTERN)), () => {
    checkers += 1;
    return examples;
  });
  const otherRequest = { ...REQUEST, value: '2' };
  expect(await checker.check(REQUEST)).toBe(explained);
  expect(await checker.check(otherRequest)).toBe(explained);
  expect([checkers, examples.requests]).toEqual([1, [REQUEST, otherRequest]]);
});

test('problems stay as they are while nothing makes examples', async () => {
  const verdict = toVerdict(PATTERN);
  const checker = withExamples(answer(verdict), () => answer({ kind: 'unchecked' }));
  expect(await checker.check(REQUEST)).toBe(verdict);
});

test('an example that comes late is told of, and then is there at once', async () => {
  vi.useFakeTimers();
  const verdict = toVerdict(PATTERN);
  const explained = toVerdict({ ...PATTERN, suggestion: 'such as a' });
  let resolve = (_verdict: WorkerResult): void => {};
  const promise = new Promise<WorkerResult>((done) => {
    resolve = done;
  });
  let requests = 0;
  const examples: WorkerChecker = {
    prepare() {},
    check() {
      requests += 1;
      return promise;
    },
  };
  const checker = withExamples(answer(verdict), () => examples);
  let tell = (): void => {};
  const late = new Promise<void>((done) => {
    tell = done;
  });
  const checking = checker.check(REQUEST, () => tell());
  await vi.advanceTimersByTimeAsync(2000);
  expect(await checking).toBe(verdict);
  resolve(explained);
  await late;
  expect(await checker.check(REQUEST)).toBe(explained);
  expect(requests).toBe(1);
});
