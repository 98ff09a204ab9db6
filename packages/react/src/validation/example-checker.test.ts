import type { Problem } from '@formwork/schema';
import { expect, test } from 'vitest';
import { withExamples } from './example-checker.ts';
import type { WorkerChecker, WorkerVerdict } from './worker-checker.ts';

const REQUEST = { schema: '{}', value: '1' };
const PATTERN = { pointer: '/a', keyword: 'pattern', expected: 'a', message: 'a' } as const;

function answer(verdict: WorkerVerdict): WorkerChecker & { readonly asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    asked,
    prepare() {},
    check(request) {
      asked.push(request);
      return Promise.resolve(verdict);
    },
  };
}

function toVerdict(...problems: readonly Problem[]): WorkerVerdict {
  return { kind: 'checked', problems };
}

test('only a problem with a pattern asks for an example', async () => {
  const others = [{ kind: 'unchecked' }, toVerdict(), toVerdict({ ...PATTERN, keyword: 'type' })];
  for (const verdict of others as readonly WorkerVerdict[]) {
    const checker = withExamples(answer(verdict), () => expect.unreachable());
    expect(await checker.check(REQUEST)).toBe(verdict);
  }
});

test('problems with patterns have examples, for all of which one checker is made', async () => {
  const explained = toVerdict({ ...PATTERN, suggestion: 'such as a' });
  const examples = answer(explained);
  let made = 0;
  const checker = withExamples(answer(toVerdict(PATTERN)), () => {
    made += 1;
    return examples;
  });
  expect(await checker.check(REQUEST)).toBe(explained);
  expect(await checker.check(REQUEST)).toBe(explained);
  expect([made, examples.asked]).toEqual([1, [REQUEST, REQUEST]]);
});

test('problems stay as they are while nothing makes examples', async () => {
  const verdict = toVerdict(PATTERN);
  const checker = withExamples(answer(verdict), () => answer({ kind: 'unchecked' }));
  expect(await checker.check(REQUEST)).toBe(verdict);
});
