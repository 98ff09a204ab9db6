import type { TaskContext } from '@formwork/core';
import { expect, test } from 'vitest';
import type { Scope } from '../scope.ts';
import { startRunner } from '../testing/start-runner.ts';

// What one door of an agent would change, a handler can send through none. What stays in the
// storage is kept.

const NUMBER = /\/id.*must be a text, or at most 15 significant digits/su;
const WHOLE = /must be text without half a surrogate pair/u;
const half = '\uD83D';

test.each<readonly [name: string, handle: (task: TaskContext) => unknown, expected: RegExp]>([
  ['artifact', (task) => task.artifact({ id: 'a', data: { id: 2 ** 60 } }), NUMBER],
  ['checked', (task) => task.artifact({ id: 'a', schema: 'item', data: { id: 2 ** 53 } }), NUMBER],
  ['name of an artifact', (task) => task.artifact({ id: 'a', name: half, text: 'b' }), WHOLE],
  ['key', (task) => task.artifact({ id: 'a', data: { [half]: 1 } }), WHOLE],
  ['text', (task) => task.artifact({ id: 'a', text: `${half}b` }), WHOLE],
  ['last piece', (task) => task.artifact({ id: 'a', text: half, append: true, last: true }), WHOLE],
  [
    'file',
    (task) => task.artifact({ id: 'a', files: [{ name: half, content: new Uint8Array(1) }] }),
    WHOLE,
  ],
  ['prompt', (task) => task.ask(half), WHOLE],
  ['about', (task) => task.ask('Sure?', { to: 'role:boss', about: { id: -(2 ** 63) } }), NUMBER],
  ['authorization', (task) => task.authorize('Sign in', { details: { id: 2 ** 53 } }), NUMBER],
])('%s: refused, and says what has to be there', async (_name, handle, expected) => {
  let thrown: unknown;
  const { send, stateOf } = startRunner({
    skill: {
      async run(task) {
        try {
          await handle(task);
        } catch (error) {
          thrown = error;
        }
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toMatch(/completed|failed|input-required|auth-required/u);
  expect(`${String(thrown)} ${JSON.stringify(thrown)}`).toMatch(expected);
});

test('steps keep what doors would change, and floats of few digits or beyond 64 bits pass', async () => {
  let kept: unknown;
  const { send, stateOf } = startRunner({
    skill: {
      async run(task) {
        kept = await task.step('pay', () => ({ id: 2 ** 60, text: half }));
        await task.artifact({ id: 'a', data: { n: [1e16, 1e18, 1e21, 1.7e308, 2 ** 53 - 1] } });
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
  expect(kept).toEqual({ id: 2 ** 60, text: half });
});

test('a character that is cut between two pieces arrives whole', async () => {
  const { engine, send, stateOf } = startRunner({
    skill: {
      async run(task) {
        const text = 'a\u{1F600}b\u{1F600}';
        for (const piece of text.split('')) {
          await task.artifact({ id: 'a', text: piece, append: true });
        }
        await task.progress(`Half: ${half}`);
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
  const task = await engine.get('' as Scope, id);
  const texts = task?.artifacts[0]?.parts.map(({ content }) => content?.value);
  expect(texts?.join('')).toBe('a\u{1F600}b\u{1F600}');
  expect(texts?.every((piece) => typeof piece === 'string' && !/\p{Surrogate}/u.test(piece))).toBe(
    true,
  );
});

test('half a character whose other half never comes fails the task', async () => {
  const { logged, send, stateOf } = startRunner({
    skill: {
      async run(task) {
        await task.artifact({ id: 'a', text: `b${half}`, append: true });
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('failed');
  expect(logged.length).toBeGreaterThan(0);
});
