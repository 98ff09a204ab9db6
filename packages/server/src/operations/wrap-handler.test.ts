import type { ServerCallContext } from '@a2a-js/sdk/server';
import { expect, test } from 'vitest';
import { createFakeHandler, createTaskEvent } from '../testing/create-fake-handler.ts';
import type { EventStream } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { observeStream, wrapHandler, wrapStream } from './wrap-handler.ts';

const CONTEXT = {} as ServerCallContext;

test('wrapHandler() wraps every function of a request handler but the one that reads the card', async () => {
  const methods: string[] = [];
  const handler = createFakeHandler();
  const wrapped = wrapHandler(handler, {
    answer({ method }) {
      methods.push(method);
      return Promise.resolve();
    },
    stream({ method }, open) {
      methods.push(method);
      return open();
    },
  });
  const names = Object.keys(handler).filter((name) => name !== 'getAgentCard');
  expect(names.toSorted()).toEqual(OPERATIONS.map(({ handles }) => handles).toSorted());
  for (const name of names) {
    const call = Reflect.get(wrapped, name) as (params: object, context: object) => unknown;
    await call({}, CONTEXT);
  }
  expect(methods.toSorted()).toEqual(OPERATIONS.map(({ name }) => name).toSorted());
  expect(await wrapped.getAgentCard()).toBe(await handler.getAgentCard());
});

test('wrapHandler() passes on params, context, answer and events of the handler', async () => {
  const params = { tenant: '', id: 'task-1' };
  const seen: unknown[] = [];
  const steps: unknown[] = [];
  const fake = createFakeHandler();
  const handler = createFakeHandler({
    getTask(...call) {
      seen.push(this, ...call);
      return fake.getTask(...call);
    },
  });
  const wrapped = wrapHandler(handler, {
    answer: (_call, proceed) => proceed(),
    stream: (_call, open) =>
      wrapStream(open(), async (next) => {
        const step = await next();
        steps.push(step.done);
        return step;
      }),
  });
  expect(await wrapped.getTask(params, CONTEXT)).toHaveProperty('id', 'task-1');
  expect(seen).toEqual([handler, params, CONTEXT]);
  const events: unknown[] = [];
  for await (const event of wrapped.resubscribe(params, CONTEXT)) events.push(event);
  expect(events).toMatchObject([{ payload: { value: { id: 'task-1' } } }]);
  expect(steps).toEqual([false, true]);
});

/** Opens a stream of two tasks, which fails afterwards if it is given an error. */
async function* openStream(error?: Error): EventStream {
  for (let count = 0; count < 2; count += 1) yield createTaskEvent();
  if (error !== undefined) throw error;
}

test('an observer learns of the first event once, and of the end once', async () => {
  const learned: unknown[] = [];
  const observer = {
    run: <Result>(step: () => Result): Result => {
      learned.push('step');
      return step();
    },
    begin: () => void learned.push('begin'),
    fail: (error: unknown) => void learned.push(error),
    end: () => void learned.push('end'),
  };
  const stream = observeStream(openStream(), observer);
  for await (const event of stream) learned.push(event.payload?.$case);
  await stream.return();
  expect(learned).toEqual(['step', 'begin', 'task', 'step', 'task', 'step', 'end', 'step']);
  learned.length = 0;
  const error = new Error('The engine has gone.');
  const failing = observeStream(openStream(error), { ...observer, run: (step) => step() });
  await failing.next();
  await failing.next();
  await expect(failing.next()).rejects.toBe(error);
  expect(await failing.next()).toMatchObject({ done: true });
  expect(learned).toEqual(['begin', error, 'end']);
});
