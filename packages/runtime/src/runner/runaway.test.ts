import type { TaskContext } from '@formwork/core';
import { expect, test } from 'vitest';
import { LogFullError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { artifactEvent, pieceEvent, textArtifact } from '../testing/samples.ts';
import { startRunner } from '../testing/start-runner.ts';
import { isSmallPiece } from './update-events.ts';

const PIECE = { id: 'a', text: 'x', append: true } as const;

test.each([
  ['pieces', (task: TaskContext) => task.artifact(PIECE)],
  ['progress', (task: TaskContext) => task.progress('on')],
])('a handler that awaits %s for ever lets its time run out', async (_name, call) => {
  const { send, stateOf, textOf } = startRunner({
    skill: {
      timeoutMs: 100,
      run: async (task) => {
        for (;;) await call(task);
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('failed');
  expect(await textOf(id)).toBe('The agent did not finish this task within 0.1 s.');
});

test('a task ends whatever its handler has left running', async () => {
  const refused: unknown[] = [];
  const { engine, send, stateOf } = startRunner({
    skill: {
      run: (task) => {
        async function goOn(): Promise<void> {
          for (;;) await task.artifact(PIECE);
        }
        goOn().catch((error: unknown) => refused.push(error));
        setImmediate(() => {
          task.artifact(PIECE).catch((error: unknown) => refused.push(error));
        });
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
  const ended = { code: 'RUN_ENDED', end: 'ended' };
  await expect.poll(() => refused).toMatchObject([ended, ended]);
  expect((await engine.read('' as Scope, id, { after: 0 })).length).toBeLessThan(200);
});

test('a task that has said more than its log holds fails at once, and says why', async () => {
  let runs = 0;
  const { engine, send, stateOf, textOf } = startRunner({
    skill: {
      run: async (task) => {
        runs += 1;
        for (;;) await task.artifact(PIECE);
      },
    },
  });
  const append = engine.append.bind(engine);
  engine.append = async (lease, events) => {
    if (events.some(({ kind }) => kind === 'artifact')) throw new LogFullError(10, 10);
    return append(lease, events);
  };
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('failed');
  expect(await textOf(id)).toBe('The agent said more about this task than can be kept.');
  expect(runs).toBe(1);
});

test('a piece is small if all its texts are', () => {
  const long = 'x'.repeat(4_090);
  expect(isSmallPiece(pieceEvent('a', long))).toBe(true);
  expect(isSmallPiece(pieceEvent('artifact', long))).toBe(false);
  const piece = pieceEvent('a', 'x');
  if (piece.kind !== 'artifact') throw new Error('Expected a piece');
  const named = (fields: object) => ({ ...piece, artifact: { ...piece.artifact, ...fields } });
  expect(isSmallPiece(named({ description: long + long }))).toBe(false);
  expect(isSmallPiece(named({ name: long + long }))).toBe(false);
  expect(isSmallPiece(named({ parts: [] }))).toBe(false);
  expect(isSmallPiece({ ...piece, lastChunk: true })).toBe(false);
  expect(isSmallPiece(artifactEvent(textArtifact('a', 'x')))).toBe(false);
});
