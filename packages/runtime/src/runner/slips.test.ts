import {
  defineAgent,
  defineSkill,
  type TaskContext,
  TransientError,
  type Agent,
  type AnySkill,
} from '@formwork/core';
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import type { Invocation } from '../engine/task-snapshot.ts';
import { createAndRun } from '../protocol/send-operations.ts';
import type { Scope } from '../scope.ts';
import { message, startRunner } from '../testing/start-runner.ts';
import { createRunner } from './create-runner.ts';

// A mistake of a handler's author gives an error that says what to do, and never passes for a
// result.

/** The final state of one task, and the errors that were logged about it. */
interface Outcome {
  readonly state: string | undefined;
  readonly errors: readonly string[];
}

function runSkill(skill: AnySkill): Promise<Outcome> {
  const agent = defineAgent({ name: 'Agent', version: '1', skills: [skill] });
  const { id } = skill;
  const schema = 'question';
  return invoke(agent, {
    kind: 'structured',
    skillId: id,
    schema,
    data: {},
    acceptedOutputModes: [],
  });
}

async function invoke(agent: Agent, invocation: Invocation): Promise<Outcome> {
  const engine = createMemoryEngine();
  const errors: string[] = [];
  const logger = {
    info: () => {},
    warn: () => {},
    error: (text: string, fields?: object) => void errors.push(`${text} ${JSON.stringify(fields)}`),
  };
  const runner = createRunner(engine, agent, { logger, pollMs: 20 });
  onTestFinished(async () => {
    await runner.stop();
    await engine.close();
  });
  const id = crypto.randomUUID();
  const task = { id, scope: '' as Scope, contextId: 'c', message, metadata: {}, invocation };
  await createAndRun({ engine, runner }, task);
  const stateOf = async (): Promise<string | undefined> =>
    (await engine.get('' as Scope, id))?.state;
  await expect.poll(stateOf).toMatch(/completed|failed/u);
  return { state: await stateOf(), errors };
}

const base = { id: 'skill', name: 'Skill', description: 'Tests.', tags: [] } as const;
const question = { type: 'object' } as const;
const open = { type: 'object', properties: { winner: {} } } as const;
const strict = {
  type: 'object',
  properties: { winner: { type: 'string' } },
  required: ['winner'],
} as const;

/** Defines a skill without TypeScript's checks of its handler, as JavaScript could. */
function define(output: Readonly<Record<string, object>>, run: (call: never) => unknown): AnySkill {
  return defineSkill({ ...base, input: { question }, output, run } as never);
}

test.each([
  ['one that does not fit', strict, 'winner'],
  ['one that would fit as an empty object', open, 'winner'],
])('a promise in a result is called one: %s', async (_name, answer, place) => {
  const { state, errors } = await runSkill(
    define({ answer }, () => ({ winner: Promise.resolve('Tiger') })),
  );
  expect(state).toBe('failed');
  expect(errors.join()).toContain(`${place}: is a promise: await it`);
});

class Money {
  readonly #cents = 1;
  get cents(): number {
    return this.#cents;
  }
}

const throwing: PropertyDescriptor = {
  enumerable: true,
  get() {
    throw new Error('boom');
  },
};

const circle: unknown[] = [];
circle.push(circle);

test.each([
  ['a map', new Map([['a', 1]]), 'Map'],
  ['a set', new Set([1]), 'Set'],
  ['an error', new Error('boom'), 'Error'],
  ['a generator', [1].values(), 'Array Iterator'],
  ['bytes', new Uint8Array(1), 'Uint8Array'],
  ['NaN', Number.NaN, 'NaN'],
  ['an infinite number', -1 / 0, '-Infinity'],
  ['a function', () => 1, 'function'],
  ['a wrong date', new Date('never'), 'Invalid Date'],
  ['a bigint', 1n, 'bigint'],
  ['a list that holds itself', circle, 'circle'],
  ['private fields', new Money(), 'an instance of Money, whose fields are private'],
  ['a getter that throws', Object.defineProperty({}, 'x', throwing), '.*when it is read'],
])('%s in a result fails the task, with its place', async (_name, value, shown) => {
  for (const winner of [value, { inside: value }, ['x', value]]) {
    const { state, errors } = await runSkill(define({ answer: open }, () => ({ winner })));
    expect(state).toBe('failed');
    const place = Object.is(winner, value) ? '' : Array.isArray(winner) ? '.*1' : '.*inside';
    const told = `winner${place}.*must be a value that JSON can carry: current value is ${shown}`;
    expect(errors.join()).toMatch(new RegExp(told, 'u'));
  }
});

test('a result that is nested too deep fails the task, and says so', async () => {
  let winner: unknown = 'x';
  for (let depth = 0; depth < 200; depth += 1) winner = [winner];
  const { state, errors } = await runSkill(define({ answer: open }, () => ({ winner })));
  expect(state).toBe('failed');
  expect(errors.join()).toContain('current value is nested too deep');
});

test('undefined in a list of a result fails the task; as a member, and with toJSON, nothing is lost', async () => {
  const lost = await runSkill(define({ answer: open }, () => ({ winner: ['x', undefined] })));
  expect(lost.state).toBe('failed');
  expect(lost.errors.join()).toContain('current value is undefined');
  const kept = { winner: { none: undefined, at: new Date(0) } };
  expect((await runSkill(define({ answer: open }, () => kept))).state).toBe('completed');
});

test('a value that JSON would change is refused as the data of an artifact with a schema, too', async () => {
  const run = async ({ task }: { task: { artifact: Artifact } }): Promise<object> => {
    await task.artifact({ id: 'a', schema: 'answer', data: { winner: new Map() } });
    return { winner: 'Tiger' };
  };
  const { state, errors } = await runSkill(define({ answer: open }, run));
  expect(state).toBe('failed');
  expect(errors.join()).toContain('current value is Map');
});

interface Asking {
  readonly task: Pick<TaskContext, 'ask' | 'authorize' | 'progress'>;
}

const later = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Questions that a handler does not wait for. */
const FORGOTTEN: readonly [name: string, run: (call: Asking) => unknown][] = [
  ['task.ask', ({ task }) => void task.ask('How many?')],
  ['task.ask', ({ task }) => void task.ask('How many?', { answer: 'message' })],
  ['task.ask', ({ task }) => void task.ask('How many?', { to: 'role:boss' })],
  ['task.authorize', ({ task }) => void task.authorize('How many?')],
  ['task.ask', ({ task }) => void Promise.all([task.ask('How many?'), task.ask('Which?')])],
  [
    'task.ask',
    async ({ task }) => {
      void task.ask('How many?');
      await task.progress('Counting');
      await later();
      await later();
    },
  ],
  [
    'task.ask',
    ({ task }) => {
      const forget = async (): Promise<void> => void (await task.ask('How many?'));
      void forget();
    },
  ],
];

test.each(FORGOTTEN)(
  'a %s that is never awaited fails the task at once (case %#)',
  async (name, run) => {
    const errors: string[] = [];
    const error = (text: string, fields?: object): void =>
      void errors.push(`${text} ${JSON.stringify(fields)}`);
    const retry = { maxAttempts: 5, isTransient: () => true };
    const { engine, send, stateOf } = startRunner(
      { skill: { retry, run: (task) => run({ task }) } },
      { logger: { info: () => {}, warn: () => {}, error } },
    );
    const id = await send();
    await expect.poll(() => stateOf(id)).toMatch(/required|failed/u);
    await expect.poll(() => stateOf(id)).toBe('failed');
    expect(errors).toContainEqual(expect.stringContaining('Task failed'));
    expect(errors.join()).toContain(`current value is a ${name} that was not awaited`);
    expect(errors.join()).toContain('How many?');
    const seq = (await engine.get('' as Scope, id))?.seq ?? 0;
    const events = [{ kind: 'status', state: 'working' } as const];
    const late = await engine.reply('' as Scope, id, { reply: { expectedSeq: seq, events } });
    expect(late.kind).not.toBe('accepted');
  },
);

test('a question that has lost a race against a timer says what limits it', async () => {
  const errors: unknown[] = [];
  const error = (_text: string, fields?: { readonly error?: unknown }): void =>
    void errors.push(fields?.error);
  const run = async (task: TaskContext): Promise<void> =>
    void (await Promise.race([task.ask('Now?'), Promise.resolve('timer')]));
  const logger = { info: () => {}, warn: () => {}, error };
  const { send, stateOf } = startRunner({ skill: { run } }, { logger });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('failed');
  expect(errors.join()).toContain('give the question "to", "dueInMs" and "otherwise"');
});

test('the error of a question that is refused names the question and the place', async () => {
  const refused: unknown[] = [];
  const run = async (task: TaskContext): Promise<void> => {
    const about = { lines: [new Map()] };
    await task.ask('Fine?', { to: 'role:boss', about }).catch((error) => refused.push(error));
    await task.authorize('May I?', { url: 'x:' }).catch((error) => refused.push(error));
    const late = { to: 'role:boss', dueInMs: 5, otherwise: 1 } as const;
    const schema = { type: 'object' } as const;
    for (const kind of [{}, { schema }, { answer: 'message' } as const]) {
      await task.ask('Now?', { ...late, ...kind }).catch((error: unknown) => refused.push(error));
    }
  };
  const { send, stateOf } = startRunner({ skill: { run } });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
  const texts = refused.map((error) => (error instanceof Error ? error.message : ''));
  expect(texts[0]).toMatch(/about must be JSON: .* Map at "\/lines\/0" \(question "Fine\?"\)$/u);
  expect(texts[1]).toMatch(/url must be an http .*"x:" \(question "May I\?"\)$/u);
  expect(texts[2]).toContain('otherwise must be text, as the answer is: current value is number');
  expect(texts[3]).toContain('otherwise must fit the form: current value has this fault:');
  expect(texts[4]).toContain('otherwise must be left out where a message is the answer');
});

test('a handler that throws beside a question fails with its own error, and is told of the question', async () => {
  const fields: object[] = [];
  const error = (_text: string, more?: object): void => void fields.push(more ?? {});
  const run = (task: TaskContext): never => {
    void task.ask('How many?');
    throw new Error('boom');
  };
  const logger = { info: () => {}, warn: () => {}, error };
  const { send, stateOf } = startRunner({ skill: { run } }, { logger });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('failed');
  const hint: unknown = expect.stringContaining('task.ask that was not awaited ("How many?")');
  expect(fields).toEqual([expect.objectContaining({ error: expect.stringMatching('boom'), hint })]);
});

test('a question that is not awaited any more fails the task when it runs again', async () => {
  let isAwaited = true;
  const { engine, send, stateOf } = startRunner({
    skill: {
      run: async (task) => {
        const answer = task.ask('How many?');
        if (isAwaited) await answer;
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('input-required');
  isAwaited = false;
  const seq = (await engine.get('' as Scope, id))?.seq ?? 0;
  const memo = { kind: 'memo', position: 0, key: 'ask:text', value: 'yes' } as const;
  const events = [memo, { kind: 'status', state: 'working' } as const];
  await engine.reply('' as Scope, id, { reply: { expectedSeq: seq, events } });
  await expect.poll(() => stateOf(id)).toBe('failed');
});

test('a question that is awaited in a roundabout way asks its caller', async () => {
  const ways: ((call: Asking) => unknown)[] = [
    ({ task }) => task.ask('How many?'),
    ({ task }) => Promise.all([task.ask('How many?'), task.progress('Waiting')]),
    async ({ task }) => {
      const answer = task.ask('How many?');
      await task.progress('Waiting');
      return answer;
    },
  ];
  for (const way of ways) {
    const { stateOf, send } = startRunner({ skill: { run: (task) => way({ task }) } });
    const id = await send();
    await expect.poll(() => stateOf(id)).toBe('input-required');
  }
});

test("data that an agent's text handler returns is refused, and not dropped", async () => {
  const text = (): string => ({ winner: 'Tiger' }) as unknown as string;
  const agent = defineAgent({
    name: 'Agent',
    version: '1',
    skills: [define({ answer: open }, () => ({}))],
    text,
  });
  const { state, errors } = await invoke(agent, {
    kind: 'text',
    text: '',
    acceptedOutputModes: [],
  });
  expect(state).toBe('failed');
  expect(errors.join()).toContain('must be text because no skill says which data it is');
});

test('an empty object is no promise', async () => {
  const { state } = await runSkill(define({ answer: open }, () => ({ winner: {} })));
  expect(state).toBe('completed');
});

test.each([
  [{ answer: open }, 'is missing because the handler returned nothing: return the data'],
  [{ answer: open, other: strict }, 'current value is undefined, as the handler returned nothing'],
])('a handler that returns nothing is told so', async (output, told) => {
  const { state, errors } = await runSkill(define(output, () => undefined));
  expect(state).toBe('failed');
  expect(errors.join()).toContain(told);
});

type Artifact = (update: object) => Promise<void>;

test.each([
  ['does not fit', { id: 'a', schema: 'answer', data: { winner: 1 } }],
  ['has no data', { id: 'a', schema: 'answer' }],
  ['is no artifact', { id: 'a', text: 1 }],
])('an artifact that %s and was not awaited fails the task', async (_name, update) => {
  const run = ({ task }: { task: { artifact: Artifact } }): object => {
    void task.artifact(update);
    return { winner: 'Tiger' };
  };
  const { state, errors } = await runSkill(define({ answer: strict }, run));
  expect(state).toBe('failed');
  expect(errors).toEqual([expect.stringContaining('Task failed')]);
});

test('an artifact whose failure the handler takes does not fail the task', async () => {
  const run = async ({ task }: { task: { artifact: Artifact } }): Promise<object> => {
    const wrong = { id: 'a', schema: 'answer', data: { winner: 1 } };
    await task.artifact(wrong).catch(() => {});
    try {
      await task.artifact(wrong);
    } catch {
      await task.artifact({ id: 'a', text: 'Not yet' });
    }
    return { winner: 'Tiger' };
  };
  expect(await runSkill(define({ answer: strict }, run))).toMatchObject({ state: 'completed' });
});

test.each([
  ['a plain error', () => new Error('x'), 'only a TransientError is: throw one'],
  ['a string', () => 'boom', 'threw a value of type string, which has no stack: throw an Error'],
  ['nothing', () => undefined, 'threw a value of type undefined, which has no stack'],
])('%s that ends a task with a retry policy comes with what to do', async (_name, make, told) => {
  const fields: object[] = [];
  const logger = {
    info: () => {},
    warn: () => {},
    error: (_text: string, more?: object) => void fields.push(more ?? {}),
  };
  const run = (): never => {
    throw make();
  };
  const skill = { retry: { maxAttempts: 3 }, run };
  const { send, stateOf } = startRunner({ skill }, { logger });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('failed');
  expect(fields).toEqual([expect.objectContaining({ hint: expect.stringContaining(told) })]);
});

test('the last attempt of an error that may pass needs no hint', async () => {
  const fields: object[] = [];
  const error = (_text: string, more?: object): void => void fields.push(more ?? {});
  const run = (): never => {
    throw new TransientError('x');
  };
  const skill = { retry: { maxAttempts: 1 }, run };
  const logger = { info: () => {}, warn: () => {}, error };
  const { send, stateOf } = startRunner({ skill }, { logger });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('failed');
  expect(fields).toEqual([expect.not.objectContaining({ hint: expect.anything() })]);
});
