import { FOLLOW_UP_FORMS_EXTENSION_URI as FORMS } from '@formwork/core';
import { expect, test } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { bringWaiting } from '../engine/waiting-work.ts';
import type { IdempotencyKey } from '../idempotency-key.ts';
import { createLeased, getTask, statusEvent, textMessage } from '../testing/samples.ts';
import { startRunner } from '../testing/start-runner.ts';
import { answerTask, confirmAuthorization } from './answer-task.ts';

test('confirmAuthorization() wakes the runner of the same process', async () => {
  const { engine, send, stateOf } = startRunner(
    { skill: { run: (task) => task.authorize('Let me in.') } },
    // With this interval, the runner does not find the task by polling during the test.
    { pollMs: 600_000 },
  );
  const taskId = await send();
  await expect.poll(() => stateOf(taskId)).toBe('auth-required');
  expect(await confirmAuthorization(engine, { taskId })).toBe(true);
  await expect.poll(() => stateOf(taskId)).toBe('completed');
});

test('answerTask() takes no answer to a question that cannot be read, and changes nothing', async () => {
  const engine = createMemoryEngine();
  const lease = await createLeased(engine);
  await engine.append(lease, [statusEvent('working'), statusEvent('input-required')]);
  const before = await getTask(engine, lease);
  await expect(
    answerTask(before, textMessage('yes'), {
      engine,
      claim: undefined,
      idempotencyKey: undefined,
      author: { kind: 'caller', principal: undefined },
    }),
  ).rejects.toThrow('waits for no answer');
  expect(await getTask(engine, lease)).toEqual(before);
});

test('of two answers to a question one is taken, and the other is told, also after the next question', async () => {
  const { engine, send, stateOf } = startRunner({
    skill: {
      run: async (task) => `${await task.ask('First?')} ${await task.ask('Second?')}`,
    },
  });
  const taskId = await send();
  await expect.poll(() => stateOf(taskId)).toBe('input-required');
  const scope = (await engine.findScope(taskId)) ?? lost();
  const author = { kind: 'caller', principal: undefined } as const;
  const onAccepted = (): void => bringWaiting(engine, first);
  const rest = { engine, claim: undefined, author, onAccepted };
  const first = await getTask(engine, { scope, taskId });
  const give = (text: string, question?: number) => {
    const message = textMessage(text);
    const metadata = question === undefined ? undefined : { [FORMS]: { question } };
    const idempotencyKey = text as IdempotencyKey;
    return (snapshot: TaskSnapshot) =>
      answerTask(snapshot, { ...message, metadata }, { ...rest, idempotencyKey });
  };
  const [a, b] = await Promise.allSettled([give('a')(first), give('b')(first)]);
  expect([a.status, b.status]).toEqual(['fulfilled', 'rejected']);
  expect(String(b.status === 'rejected' && b.reason)).toContain('another answer was taken first');
  await expect.poll(() => stateOf(taskId)).toBe('input-required');
  const second = await getTask(engine, { scope, taskId });
  // The same answer again is a repetition, whichever question is open.
  await expect(give('a', 0)(second)).resolves.toEqual({});
  await expect(give('b', 0)(second)).rejects.toThrow(
    /question must be the open one \(1\): current value is 0: another answer was taken first/u,
  );
  await give('c', 1)(second);
  await expect.poll(() => stateOf(taskId)).toBe('completed');
  const ended = await getTask(engine, { scope, taskId });
  await expect(give('d')(ended)).rejects.toThrow('another answer was taken first');
  await expect(give('c', 1)(ended)).resolves.toEqual({});
});

test('answers that do not fit do not store the form again, and the question stays whole', async () => {
  const schema = {
    type: 'object',
    description: 'x'.repeat(20_000),
    properties: { id: { type: 'integer' } },
    required: ['id'],
  } as const;
  const { engine, send, stateOf } = startRunner({
    skill: { run: async (task) => String((await task.ask('Which?', { schema })).id) },
  });
  const taskId = await send();
  await expect.poll(() => stateOf(taskId)).toBe('input-required');
  const scope = (await engine.findScope(taskId)) ?? lost();
  const first = await getTask(engine, { scope, taskId });
  const stored = await engine.countBytes(scope);
  const author = { kind: 'caller', principal: undefined } as const;
  const rest = { engine, claim: undefined, idempotencyKey: undefined, author };
  for (let count = 0; count < 5; count += 1) {
    await answerTask(await getTask(engine, { scope, taskId }), textMessage('{"id":"a"}'), rest);
  }
  expect(await engine.countBytes(scope)).toBeLessThan(stored + schema.description.length);
  const { statusMessage } = await getTask(engine, { scope, taskId });
  expect(statusMessage?.metadata).toEqual(first.statusMessage?.metadata);
  const [asked, again] = [first.statusMessage, statusMessage].map((message) =>
    String(message?.parts[0]?.content?.value),
  );
  expect(again).toContain('must be integer');
  expect(again?.endsWith(`\n\n${asked}`)).toBe(true);
  await answerTask(await getTask(engine, { scope, taskId }), textMessage('{"id":1}'), rest);
  await expect.poll(() => stateOf(taskId)).toBe('completed');
});

test('a caller adds no further answer to a task whose answers have 16 MiB, but repetitions and people do', async () => {
  const schema = { type: 'object', required: ['id'] } as const;
  const { engine, send, stateOf } = startRunner({
    skill: {
      async run(task) {
        await task.ask('Which?', { schema });
        const { id } = await task.ask('Which?', { schema, to: 'user:kim', name: 'other' });
        return String(id);
      },
    },
  });
  const start = async () => {
    const taskId = await send();
    await expect.poll(() => stateOf(taskId)).toBe('input-required');
    return { taskId, scope: (await engine.findScope(taskId)) ?? lost() };
  };
  const read = (place: Awaited<ReturnType<typeof start>>) => getTask(engine, place);
  const give = async (place: Awaited<ReturnType<typeof start>>, text: string, more = {}) => {
    const rest = { engine, claim: undefined, idempotencyKey: undefined };
    const author = { kind: 'caller', principal: undefined } as const;
    const snapshot = await read(place);
    const onAccepted = (): void => bringWaiting(engine, snapshot);
    return answerTask(snapshot, textMessage(text), { ...rest, author, onAccepted, ...more });
  };
  const long = 'x'.repeat(4_194_304);
  const key = { idempotencyKey: 'k' as IdempotencyKey };
  const task = await start();
  await give(task, long, key);
  for (let count = 1; count < 4; count += 1) await give(task, long);
  const full = await read(task);
  for (const text of [long, 'no', '{"id":1}']) {
    await expect(give(task, text)).rejects.toThrow(
      /the messages after its first one have 1677\d{4} bytes.*at most 16777216 are kept/u,
    );
  }
  expect(await give(task, long, key)).toEqual({});
  expect((await read(task)).seq).toBe(full.seq);
  const operator = { kind: 'operator', id: 'op', reason: 'It is full.' } as const;
  await give(task, '{"id":1}', { author: operator });
  await expect.poll(() => stateOf(task.taskId)).toBe('input-required');
  const kim = { kind: 'caller', principal: { id: 'kim' } } as const;
  await expect(give(task, 'no', { author: kim })).rejects.toThrow('are kept');
  await give(task, '{"id":2}', { author: kim });
  await expect.poll(() => stateOf(task.taskId)).toBe('completed');
});

test('answerTask() asks again for an answer in text of which JavaScript changes a number', async () => {
  const schema = {
    type: 'object',
    properties: { id: { type: 'integer' } },
    required: ['id'],
  } as const;
  const { engine, send, stateOf } = startRunner({
    skill: { run: async (task) => String((await task.ask('Which?', { schema })).id) },
  });
  const taskId = await send();
  await expect.poll(() => stateOf(taskId)).toBe('input-required');
  const read = async () =>
    getTask(engine, { scope: (await engine.findScope(taskId)) ?? lost(), taskId });
  const answer = async (text: string): Promise<void> => {
    await answerTask(await read(), textMessage(text), {
      engine,
      claim: undefined,
      idempotencyKey: undefined,
      author: { kind: 'caller', principal: undefined },
    });
  };
  await answer('{"id":9007199254740993}');
  const asked = await read();
  expect(asked.state).toBe('input-required');
  expect(JSON.stringify(asked.statusMessage?.parts)).toContain(
    'must be a text, or at most 15 significant digits beyond 2^53 but is 9007199254740993',
  );
  await answer('{"id":9007199254740991}');
  await expect.poll(() => stateOf(taskId)).toBe('completed');
});

test.each([
  [{ text: 'Ada' }, undefined],
  ['Ada', 'Ada'],
  [7, '7'],
  [true, 'true'],
  [null, undefined],
  [['Ada'], undefined],
])('answerTask() takes data %j as the words %s of an answer in text', async (value, words) => {
  const { engine, send, stateOf } = startRunner({
    skill: { run: async (task) => `Hello, ${await task.ask('Who?')}!` },
  });
  const taskId = await send();
  await expect.poll(() => stateOf(taskId)).toBe('input-required');
  const scope = (await engine.findScope(taskId)) ?? lost();
  const parts = [{ ...textMessage('').parts[0], content: { $case: 'data', value } }];
  await answerTask(
    await getTask(engine, { scope, taskId }),
    { ...textMessage(''), parts } as never,
    {
      engine,
      claim: undefined,
      idempotencyKey: undefined,
      author: { kind: 'caller', principal: undefined },
    },
  );
  if (words === undefined) {
    const { state, statusMessage } = await getTask(engine, { scope, taskId });
    expect(state).toBe('input-required');
    expect(JSON.stringify(statusMessage?.parts)).toContain('An answer in text is needed.');
    return;
  }
  await expect.poll(() => stateOf(taskId)).toBe('completed');
});

function lost(): never {
  throw new TypeError('The task is gone');
}
