import type { TaskContext } from '@formwork/core';
import { expect, test } from 'vitest';
import type { Scope } from '../scope.ts';
import { startRunner } from '../testing/start-runner.ts';

test.each([
  [
    'step',
    (task: TaskContext) => task.step('big', () => 'x'.repeat(2_000)),
    /step "big".*at most 1000 bytes of JSON.*2002 bytes/u,
  ],
  [
    'progress',
    (task: TaskContext) => task.progress('é'.repeat(501)),
    /text must be at most 1000 bytes: current value is 1002 bytes/u,
  ],
  [
    'ask',
    (task: TaskContext) => task.ask('x'.repeat(1_000)),
    /question, with its form or details, must be at most 1000 bytes/u,
  ],
  [
    'ask with a form',
    (task: TaskContext) =>
      task.ask('?', { schema: { type: 'object', description: 'x'.repeat(1_000) } }),
    /question, with its form or details, must be at most 1000 bytes/u,
  ],
  [
    'authorize',
    (task: TaskContext) => task.authorize('?', { details: { x: 'x'.repeat(1_000) } }),
    /question, with its form or details, must be at most 1000 bytes/u,
  ],
])('%s refuses what is too big, and says how big it is', async (_name, call, expected) => {
  const errors: unknown[] = [];
  const { send, stateOf } = startRunner(
    {
      skill: {
        run: async (task) => {
          await call(task).catch((error: unknown) => errors.push(error));
        },
      },
    },
    { maxEntryBytes: 1_000 },
  );
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
  expect(errors).toMatchObject([{ message: expect.stringMatching(expected) }]);
});

test.each([
  [
    { url: 'javascript:alert(1)' },
    /url must be an http or https address: current value is "javascript/u,
  ],
  [{ url: 7 }, /url must be an http or https address: current value is number/u],
  [{ details: [1] }, /details must be a JSON object/u],
  [{ details: { x: 1n } }, /details must be a JSON object/u],
])('authorize() refuses %o', async (request, expected) => {
  const errors: unknown[] = [];
  const { send, stateOf } = startRunner({
    skill: {
      run: (task) =>
        task.authorize('Sign in', request as object).catch((error: unknown) => errors.push(error)),
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
  expect(errors).toMatchObject([
    { code: 'TASK_CALL_INVALID', message: expect.stringMatching(expected) },
  ]);
});

test('chunks that are not awaited are written in the order of their calls', async () => {
  const { engine, send, stateOf } = startRunner({
    skill: {
      run: (task) => {
        for (let index = 0; index < 50; index += 1) {
          const checked = index % 3 === 0 ? { schema: 'item', data: {} } : {};
          void task.artifact({ id: 'a', text: `${index} `, append: true, ...checked });
          if (index % 5 === 0) void task.progress(String(index));
        }
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
  const log = await engine.read('' as Scope, id, { after: 0 });
  const texts = log.flatMap(({ event }) =>
    event.kind === 'artifact' && event.artifact.artifactId === 'a'
      ? [event.artifact.parts[0]?.content?.value]
      : [],
  );
  expect(texts).toEqual(Array.from({ length: 50 }, (_, index) => `${index} `));
});

const LONG_KEY = 'k'.repeat(257);

test.each<[string, (task: TaskContext) => Promise<unknown>, RegExp]>([
  ['a number', (task) => task.step('a', () => ({ b: [Number.NaN] })), /NaN at "\/b\/0"/u],
  ['a function', (task) => task.step('a', () => [String]), /function at "\/0"/u],
  ['a map', (task) => task.step('a', () => new Map()), /result must be JSON: .* is Map/u],
  [
    'data',
    (task) => task.artifact({ id: 'a', data: { b: new Set() } }),
    /data must .* Set at "\/b"/u,
  ],
  ['an empty key', (task) => task.step('', () => 1), /key must be .* 1 to 256.* is 0 characters/u],
  ['a long key', (task) => task.step(LONG_KEY, () => 1), /key must be .* is 257 characters/u],
  ['no key', (task) => untyped(task.step)(undefined, () => 1), /key must be .* is undefined/u],
  ['no function', (task) => untyped(task.step)('a'), /"a" .* must be a function: .* undefined/u],
  ['no artifact', (task) => untyped(task.artifact)(), /artifact because it must be an object/u],
  [
    'an option that a question has not',
    (task) => untyped(task.ask)('?', { to: { user: 'ada' }, remindAfterMs: 1 }),
    /options of task.ask must be of .* is "remindAfterMs", did you mean "remindInMs"\?/u,
  ],
  [
    'a schema under another name',
    (task) => untyped(task.ask)('?', { approval: { type: 'object' } }),
    /is "approval", did you mean "schema"\?/u,
  ],
  [
    'a schema without a name',
    (task) => untyped(task.ask)('?', { type: 'object', properties: {} }),
    /is the schema itself, so write \{ schema: … \}/u,
  ],
  [
    'a schema of a library without a name',
    (task) => untyped(task.ask)('?', { def: {}, '~standard': { version: 1 } }),
    /is the schema itself, so write \{ schema: … \}/u,
  ],
  [
    'an option that a message has not',
    (task) => untyped(task.ask)('?', { answer: 'message', dueMs: 1 }),
    /is "dueMs", did you mean "dueInMs"\?/u,
  ],
  [
    'an option that an authorization has not',
    (task) => untyped(task.authorize)('?', { uri: 'https://example.com' }),
    /options of task.authorize must be of details, url: .* is "uri", did you mean "url"\?/u,
  ],
  ['no form', (task) => untyped(task.ask)('?', null), /form must be an object: .* null/u],
  ['no request', (task) => untyped(task.authorize)('?', null), /request must be an object/u],
])('%s is refused in words', async (_name, call, expected) => {
  const errors: unknown[] = [];
  const { send, stateOf } = startRunner({
    skill: { run: (task) => call(task).catch((error: unknown) => errors.push(error)) },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
  expect(errors).toMatchObject([
    {
      code: expect.stringMatching(/TASK_CALL_INVALID|MEMO_INVALID/u),
      message: expect.stringMatching(expected),
    },
  ]);
});

/**
 * Removes the types of a function of `task`, so that a test can pass wrong arguments as JavaScript
 * can.
 */
function untyped(call: unknown): (...args: readonly unknown[]) => Promise<unknown> {
  return call as (...args: readonly unknown[]) => Promise<unknown>;
}
