import {
  defineAgent,
  defineSkill,
  PublicError,
  RejectedError,
  TransientError,
} from '@formwork/core';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { checkSkill as checkBySpeed } from './check-skill.ts';
import { SkillCheckError } from './errors.ts';
import { createTestClock } from './test-clock.ts';

/** Checks a skill of an agent whose tasks may take as long as a busy machine needs. */
const checkSkill: typeof checkBySpeed = (agent, id, options) =>
  checkBySpeed(agent, id, {
    ...(options?.clock === undefined && { limitMs: 600_000 }),
    ...options,
  });

const texts = { id: 'one', name: 'Skill', description: 'Tests.', tags: [] } as const;

const trip = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 1 },
    days: { type: 'integer', minimum: 1, maximum: 30 },
    class: { enum: ['economy', 'business'] },
    stops: { type: 'array', items: { type: 'string' }, maxItems: 5 },
    pay: {
      oneOf: [
        { type: 'object', properties: { cash: { const: true } }, required: ['cash'] },
        { type: 'object', properties: { card: { type: 'string' } }, required: ['card'] },
      ],
    },
  },
  required: ['city', 'days'],
  additionalProperties: false,
} as const;

/** Makes an agent with one skill, whose handler gets every input that `checkSkill` makes. */
function createAgent(run: (input: Readonly<Record<string, unknown>>) => unknown) {
  const skill = defineSkill({
    ...texts,
    input: { trip },
    async run({ input }) {
      await run(input);
      return 'done';
    },
  });
  return defineAgent({ name: 'Trips', version: '1.0.0', skills: [skill] });
}

async function findFault(check: Promise<unknown>): Promise<SkillCheckError> {
  const error: unknown = await check.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof SkillCheckError) return error;
  throw new Error('The check must fail.', { cause: error });
}

test('checkSkill() tries inputs that differ, and the same ones for the same seed', async () => {
  const seen: Record<'first' | 'second' | 'other', string[]> = { first: [], second: [], other: [] };
  for (const [name, seed] of [
    ['first', 7],
    ['second', 7],
    ['other', 8],
  ] as const) {
    const agent = createAgent((input) => seen[name].push(JSON.stringify(input)));
    expect(await checkSkill(agent, 'one', { runs: 150, seed })).toEqual({ inputs: 150, seed });
  }
  expect(seen.first).toEqual(seen.second);
  expect(seen.first).not.toEqual(seen.other);
  const inputs = seen.first.map((text) => JSON.parse(text) as Record<string, unknown>);
  expect(new Set(seen.first).size).toBeGreaterThan(75);
  for (const name of ['class', 'stops', 'pay']) {
    expect(inputs.filter((input) => name in input)).not.toEqual([]);
    expect(inputs.filter((input) => !(name in input))).not.toEqual([]);
  }
  const all = seen.first.join('');
  for (const part of ['"economy"', '"business"', '"cash"', '"card"', '"days":1}', '"days":30']) {
    expect(all).toContain(part);
  }
});

test('checkSkill() reports the smallest input that fails, with the error of the handler', async () => {
  const agent = createAgent(({ class: booked, days }) => {
    if (booked === 'business' && (days as number) > 2) throw new Error('no such seat');
  });
  const error = await findFault(checkSkill(agent, 'one', { seed: 3, runs: 500 }));
  expect(error).toMatchObject({ code: 'SKILL_CHECK_FAILED', schema: 'trip', seed: 3 });
  const { city, ...rest } = error.input as Readonly<Record<string, unknown>>;
  expect(rest).toEqual({ class: 'business', days: 3 });
  expect(String(city)).toHaveLength(1);
  expect(error.message).toContain('no such seat');
  expect(error.message).toContain('set seed: 3');
});

test('checkSkill() takes the simplest of the inputs that fail', async () => {
  const tried: number[] = [];
  const skill = defineSkill({
    ...texts,
    input: {
      item: {
        type: 'object',
        properties: { n: { type: 'integer' }, list: { type: 'array', items: { type: 'string' } } },
        required: ['n', 'list'],
      },
    },
    run({ input }) {
      tried.push(input.n);
      if (input.list.length > 1) throw new Error('too many');
      return 'done';
    },
  });
  const agent = defineAgent({ name: 'A', version: '1', skills: [skill] });
  const { input } = await findFault(checkSkill(agent, 'one', { seed: 5, runs: 500 }));
  expect(input).toEqual({ n: 0, list: ['', ''] });
  // Once 0 has failed, no other number is tried, because none is simpler.
  expect(new Set(tried.slice(tried.indexOf(0)))).toEqual(new Set([0]));
});

test('checkSkill() finds results that do not fit, and rules that the schema does not have', async () => {
  const wrong = defineSkill({
    ...texts,
    input: { trip },
    output: { sum: { type: 'object', properties: { n: { type: 'number', minimum: 0 } } } },
    run: ({ input }) => ({ n: 10 - input.days }),
  });
  const first = defineAgent({ name: 'A', version: '1', skills: [wrong] });
  const { input } = await findFault(checkSkill(first, 'one', { seed: 1, runs: 500 }));
  expect(input).toMatchObject({ days: 11 });
  const strict = defineSkill({
    ...texts,
    input: { word: z.object({ word: z.string().refine((word) => !word.includes('ß')) }) },
    run: () => 'done',
  });
  const second = defineAgent({ name: 'A', version: '1', skills: [strict] });
  const refused = await findFault(checkSkill(second, 'one', { seed: 1, runs: 500 }));
  expect(refused.message).toContain('The agent refused it');
  expect(refused.input).toEqual({ word: 'ß' });
});

test('checkSkill() knows ends that are meant', async () => {
  const rejecting = createAgent(() => {
    throw new RejectedError('Not today.');
  });
  await checkSkill(rejecting, 'one', { runs: 5 });
  const closed = createAgent(() => {
    throw new PublicError('We are closed.');
  });
  await checkSkill(closed, 'one', { runs: 5, mayEnd: ({ text }) => text === 'We are closed.' });
  await expect(checkSkill(closed, 'one', { runs: 5 })).rejects.toThrow('We are closed.');
});

test('checkSkill() answers questions, with valid data or with the given answers', async () => {
  const answers: unknown[] = [];
  const asking = defineSkill({
    ...texts,
    input: { trip },
    async run({ task }) {
      const schema = {
        type: 'object',
        properties: { n: { type: 'integer', minimum: 5 } },
        required: ['n'],
      } as const;
      const form = await task.ask('How many?', { name: 'count', schema });
      const text = await task.ask('Sure?');
      answers.push(`${form.n >= 5} ${text}`);
      return 'done';
    },
  });
  const endless = defineSkill({
    ...texts,
    id: 'endless',
    input: { trip },
    async run({ task }) {
      for (;;) await task.ask('Again?');
    },
  });
  const agent = defineAgent({ name: 'A', version: '1', skills: [asking, endless] });
  await checkSkill(agent, 'one', { runs: 1 });
  await checkSkill(agent, 'one', { runs: 1, answers: { 'Sure?': 'very' } });
  expect(answers).toEqual(['true yes', 'true very']);
  await expect(checkSkill(agent, 'endless', { runs: 1 })).rejects.toThrow('still asks');
});

test('checkSkill() tries few smaller inputs with which a task hangs', async () => {
  const hung: unknown[] = [];
  const agent = createAgent(async ({ days }) => {
    if (Number(days) < 2) return;
    hung.push(days);
    // Real time: the agent takes longer than its limit.
    await sleep(100);
  });
  await expect(checkBySpeed(agent, 'one', { runs: 500, seed: 3, limitMs: 10 })).rejects.toThrow(
    'must end within 10 ms',
  );
  expect(hung.length).toBeLessThan(4);
});

test('checkSkill() limits the time of a task, and waits by a clock', async () => {
  // Real time: the agent takes longer than its limit.
  const waiting = createAgent(() => sleep(200));
  await expect(checkSkill(waiting, 'one', { runs: 1, limitMs: 10 })).rejects.toThrow(
    'must end within 10 ms',
  );
  using clock = createTestClock();
  const before = clock.now();
  await checkSkill(
    // Own clock: the one above.
    createAgent(() => sleep(3_000)),
    'one',
    { runs: 10, clock },
  );
  expect(clock.now() - before).toBeGreaterThanOrEqual(30_000);
  await expect(
    checkSkill(
      // Own clock: the one above.
      createAgent(() => sleep(9_000)),
      'one',
      { runs: 1, clock },
    ),
  ).rejects.toThrow('must end within 5000 ms');
});

test('checkSkill() covers every input schema of a skill', async () => {
  const seen = new Set<string>();
  const several = defineSkill({
    ...texts,
    input: { trip, word: { type: 'object', properties: { word: { type: 'string' } } } },
    run({ input }) {
      seen.add(input.schema);
      return 'done';
    },
  });
  const agent = defineAgent({ name: 'A', version: '1', skills: [several] });
  expect((await checkSkill(agent, 'one', { runs: 3 })).inputs).toBe(6);
  expect([...seen]).toEqual(['trip', 'word']);
});

test('checkSkill() refuses what it cannot check', async () => {
  const agent = defineAgent({
    name: 'A',
    version: '1',
    skills: [
      defineSkill({ ...texts, text: () => 'done' }),
      defineSkill({
        ...texts,
        id: 'odd',
        input: { odd: { type: 'object', properties: { n: { not: {} } }, required: ['n'] } },
        run: () => 'done',
      }),
    ],
  });
  await expect(checkSkill(agent, 'one')).rejects.toThrow('takes text only');
  // @ts-expect-error -- no such skill
  await expect(checkSkill(agent, 'two')).rejects.toThrow('must be of one');
  await expect(checkSkill(agent, 'odd')).rejects.toThrow('add an example');
  await expect(checkSkill(agent, 'one', { runs: 0 })).rejects.toThrow('runs must be');
});

test('checkSkill() lets a flaky skill end by its retries', async () => {
  let calls = 0;
  const flaky = defineSkill({
    ...texts,
    input: { trip },
    retry: { maxAttempts: 3, delayMs: 1_000 },
    run() {
      calls += 1;
      if (calls % 2 === 1) throw new TransientError('busy');
      return 'done';
    },
  });
  using clock = createTestClock();
  await checkSkill(defineAgent({ name: 'A', version: '1', skills: [flaky] }), 'one', {
    runs: 5,
    clock,
  });
  expect(calls).toBe(10);
});
