import { defineAgent, defineSkill, PublicError, TransientError } from '@formwork/core';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, expectTypeOf, test } from 'vitest';
import { createTestAgent } from './test-agent.ts';

const texts = { name: 'Skill', description: 'Tests.', tags: [] } as const;
const city = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
} as const;
const price = { type: 'object', properties: { euros: { type: 'number' } } } as const;
const approval = {
  type: 'object',
  properties: { approved: { type: 'boolean' } },
  required: ['approved'],
} as const;

const agent = defineAgent({
  name: 'Hotel',
  version: '1.0.0',
  skills: [
    defineSkill({
      ...texts,
      id: 'price',
      input: { city },
      output: { price },
      async run({ input, task }) {
        if (input.city === 'Nowhere') throw new Error('no such city');
        if (input.city === 'Closed') throw new PublicError('We are closed.');
        await task.artifact({ id: 'note', text: `For ${task.user?.id ?? 'anybody'}` });
        return { euros: input.city.length };
      },
    }),
    defineSkill({
      ...texts,
      id: 'book',
      input: { stay: city, night: price },
      async run({ input, task }) {
        const { approved } = await task.ask('Pay?', { name: 'approval', schema: approval });
        if (!approved) throw new PublicError('Not approved.');
        const why = await task.ask('Why?');
        return `${input.schema} ${why}`;
      },
    }),
    defineSkill({
      ...texts,
      id: 'wait',
      input: { city },
      async run({ task }) {
        await task.progress('Waiting');
        await new Promise((resolve) => task.signal.addEventListener('abort', resolve));
      },
    }),
    defineSkill({
      ...texts,
      id: 'hours',
      textAnswer: 'message',
      text({ text, task }) {
        if (text === 'fail') throw new PublicError('Ask later.');
        return `${text}, ${task.files.map(({ name }) => name).join()}`;
      },
    }),
    defineSkill({
      ...texts,
      id: 'guarded',
      scopes: ['admin'],
      input: { guarded: city },
      run: () => 'in',
    }),
  ],
});

test('a call returns the result, the artifacts and the log of the task', async () => {
  await using tested = createTestAgent(agent, { user: { id: 'ada' } });
  const task = await tested.call('price', { city: 'Oslo' });
  expectTypeOf(task.result()).toEqualTypeOf<{ euros?: number }>();
  expect(task.state).toBe('completed');
  expect(task.result()).toEqual({ euros: 4 });
  expect(task.artifacts[0]?.parts[0]?.content?.value).toBe('For ada');
  expect(task.runs).toBe(1);
  const kinds = (await task.events()).map(({ event }) => event.kind);
  expect(kinds.at(0)).toBe('status');
  expect(kinds).toContain('artifact');
});

test('input that does not fit is refused with its problems', async () => {
  await using tested = createTestAgent(agent);
  // @ts-expect-error -- a number is no city
  const refused = tested.call('price', { city: 7 });
  await expect(refused).rejects.toMatchObject({
    code: 'MESSAGE_REFUSED',
    reason: 'STRUCTURED_INPUT_INVALID',
    problems: [{ pointer: '/city' }],
  });
  // @ts-expect-error -- no such skill
  await expect(async () => tested.call('prize', { city: 'Oslo' })).rejects.toThrow(
    'must be of price,',
  );
  await expect(tested.call('price', { city: new Map() as never })).rejects.toThrow('/city is');
  await expect(tested.call('guarded', { city: 'Oslo' })).rejects.toMatchObject({
    reason: 'INSUFFICIENT_SCOPE',
  });
  await expect(tested.call('book', {} as never)).rejects.toThrow('{ schema, data }');
});

test('result() of a failed task says why, with the error of the handler', async () => {
  await using tested = createTestAgent(agent);
  const task = await tested.call('price', { city: 'Nowhere' });
  expect(task.state).toBe('failed');
  expect(() => task.result()).toThrow(/current value is failed.*\n.*\n.*no such city/u);
  expect(tested.log.map(({ message }) => message)).toContain('Task failed');
  const closed = await tested.call('price', { city: 'Closed' });
  expect(closed.text).toBe('We are closed.');
});

test('questions are answered by hand', async () => {
  await using tested = createTestAgent(agent);
  const task = await tested.call('book', { schema: 'stay', data: { city: 'Oslo' } });
  expect(task).toMatchObject({
    state: 'input-required',
    question: { kind: 'form', name: 'approval', prompt: 'Pay?', number: 0, schema: approval },
  });
  await task.answer({ approved: 'perhaps' });
  expect(task.question?.number).toBe(0);
  expect(task.question?.text).toContain('approved');
  await task.answer({ approved: true });
  expect(task.question).toMatchObject({ kind: 'text', name: undefined, prompt: 'Why?' });
  await task.answer('rest');
  expect(task.result()).toBe('stay rest');
  expect(task.runs).toBe(3);
  await expect(task.answer('again')).rejects.toThrow('waits for no answer');
});

test('scripted answers are taken in order, or by name and prompt', async () => {
  await using tested = createTestAgent(agent);
  const input = { schema: 'stay', data: { city: 'Oslo' } } as const;
  const listed = await tested.call('book', input, { answers: [{ approved: true }, 'fun'] });
  expect(listed.result()).toBe('stay fun');
  const named = await tested.call('book', input, {
    answers: { 'Why?': 'work', approval: { approved: true } },
  });
  expect(named.result()).toBe('stay work');
});

test('the log of a task can be compared in words', async () => {
  await using tested = createTestAgent(agent);
  const input = { schema: 'stay', data: { city: 'Oslo' } } as const;
  const task = await tested.call('book', input, { answers: [{ approved: true }, 'fun'] });
  const lines = await task.eventLines();
  expect(lines.slice(0, 5)).toEqual([
    'submitted',
    'working',
    'input-required: Pay?',
    'caller: {"approved":true}',
    'remembered ask:approval: {"approved":true}',
  ]);
  expect(lines.slice(-2)).toEqual(['artifact result: stay fun', 'completed']);
  const priced = await tested.call('price', { city: 'Oslo' });
  expect(await priced.eventLines()).toContain('artifact note: For anybody');
});

test('scripted answers that do not match the questions are named', async () => {
  await using tested = createTestAgent(agent);
  const input = { schema: 'stay', data: { city: 'Oslo' } } as const;
  await expect(tested.call('book', input, { answers: [{ approved: true }] })).rejects.toThrow(
    'no answer is left for the question "Why?"',
  );
  await expect(
    tested.call('book', input, { answers: { approval: { approved: false }, 'Why?': 'x' } }),
  ).rejects.toThrow('left over are "Why?"; state failed with "Not approved."');
  await expect(tested.call('book', input, { answers: [{ approved: 1 }, 'x'] })).rejects.toThrow(
    /"approval" \("Pay\?"\).*asks again/u,
  );
  await expect(tested.call('price', { city: 'Oslo' }, { answers: ['x'] })).rejects.toMatchObject({
    code: 'SCRIPT_MISMATCH',
  });
});

test('a task that was started can be canceled', async () => {
  await using tested = createTestAgent(agent);
  const task = await tested.start('wait', { city: 'Oslo' });
  await task.cancel();
  expect(task.state).toBe('canceled');
  await task.cancel();
  expect(task.state).toBe('canceled');
});

test('text is answered with a message without a task', async () => {
  await using tested = createTestAgent(agent);
  const files = [{ content: new Uint8Array([1]), name: 'a.txt' }];
  const task = await tested.send('When', { files });
  expect(task.id).toBeUndefined();
  expect(task.result()).toBe('When, a.txt');
  await expect(task.cancel()).rejects.toThrow('a message, not a task');
  await expect(tested.send('fail')).rejects.toMatchObject({
    reason: 'ANSWER_FAILED',
    message: expect.stringContaining('Ask later.') as string,
  });
});

test('a second close() waits for the same end as the first', async () => {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const stubborn = defineSkill({
    ...texts,
    id: 'stubborn',
    input: { city },
    // Ignores its signal.
    run: () => stopped,
  });
  const tested = createTestAgent(defineAgent({ name: 'A', version: '1', skills: [stubborn] }));
  await tested.start('stubborn', { city: 'Bern' });
  const ends: string[] = [];
  const note = async (name: string): Promise<void> => {
    await tested.close();
    ends.push(name);
  };
  const closing = [note('first'), note('second')];
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(ends).toEqual([]);
  stop();
  await Promise.all(closing);
  await tested.close();
  expect(ends).toEqual(['first', 'second']);
});

test('close() stops handlers and ends calls that wait', async () => {
  let reason: unknown;
  const waiting = defineSkill({
    ...texts,
    id: 'wait',
    input: { city },
    run: ({ task }) =>
      new Promise<void>((resolve) => {
        task.signal.addEventListener('abort', () => {
          reason = task.signal.reason;
          resolve();
        });
      }),
  });
  const tested = createTestAgent(defineAgent({ name: 'A', version: '1', skills: [waiting] }));
  const task = await tested.start('wait', { city: 'Oslo' });
  const [settled] = await Promise.allSettled([task.settled(), tested.close()]);
  expect(settled).toMatchObject({
    reason: { message: expect.stringContaining('closed') as string },
  });
  expect(reason).toMatchObject({ end: 'stopping' });
});

test('options that are wrong are named', () => {
  expect(() => createTestAgent(agent, { concurrency: 0 })).toThrow('concurrency must be');
  expect(() => createTestAgent(agent, { clok: 1 } as never)).toThrow('clok');
});

test('retries need no clock', async () => {
  const flaky = defineSkill({
    ...texts,
    id: 'flaky',
    input: { city },
    retry: { maxAttempts: 2, delayMs: 1 },
    run({ task }) {
      if (task.attempt === 1) throw new TransientError('busy');
      return `attempt ${task.attempt}`;
    },
  });
  await using tested = createTestAgent(defineAgent({ name: 'A', version: '1', skills: [flaky] }));
  expect((await tested.call('flaky', { city: 'Oslo' })).result()).toBe('attempt 2');
});
