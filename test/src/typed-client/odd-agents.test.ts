import { connect } from '@formwork/client';
import type { ServerResponse } from 'node:http';
import { test } from 'vitest';
import { collect } from '../support/event-stream.ts';
import { listen, startRawAgent, toTask } from '../support/raw-agent.ts';
import { followTests } from '../support/test-end.ts';

followTests();

const retry = { baseMs: 1 } as const;

function toUpdate(taskId: string, state: string): object {
  return { statusUpdate: { taskId, contextId: 'c', status: { state } } };
}

function toPiece(taskId: string, text: string): object {
  return {
    artifactUpdate: { taskId, contextId: 'c', artifact: { artifactId: 'a', parts: [{ text }] } },
  };
}

test('events of another task count for nothing in a stream', async ({ expect }) => {
  const url = await startRawAgent(({ stream }) =>
    stream([
      { task: toTask('mine', 'TASK_STATE_WORKING') },
      { task: toTask('other', 'TASK_STATE_COMPLETED', 'of somebody else') },
      toPiece('other', 'of somebody else'),
      toUpdate('other', 'TASK_STATE_FAILED'),
      toPiece('mine', 'mine'),
      toUpdate('mine', 'TASK_STATE_COMPLETED'),
    ]),
  );
  const events = await collect((await connect(url)).skill('echo').stream('Hi'));
  expect(events).toMatchObject([
    { kind: 'working', taskId: 'mine' },
    { kind: 'artifact', taskId: 'mine', text: 'mine' },
    { kind: 'result', taskId: 'mine', text: 'mine' },
  ]);
});

test('an answer about another task is no answer', async ({ expect }) => {
  const url = await startRawAgent(({ reply }) => reply(toTask('other', 'TASK_STATE_COMPLETED')), {
    capabilities: {},
  });
  const task = (await connect(url)).task('mine');
  await expect(task.wait()).rejects.toMatchObject({
    code: 'REQUEST_FAILED',
    reason: 'PROTOCOL',
    taskId: 'mine',
    message: expect.stringContaining('about task "mine": current task is "other"') as string,
  });
});

test.concurrent.for([
  ['no status', undefined],
  ['a state that nobody knows', 'TASK_STATE_DREAMING'],
  ['the state of tasks of which nothing is known', 'TASK_STATE_UNSPECIFIED'],
] as const)('a task with %s is not waited for without end', async ([, state], { expect }) => {
  const ask = async (streaming: boolean): Promise<void> => {
    let requests = 0;
    const url = await startRawAgent(
      ({ method, reply, stream }) => {
        requests += 1;
        const task = toTask('t', state);
        if (method.includes('Streaming') || method === 'SubscribeToTask') stream([{ task }]);
        else reply(method === 'GetTask' ? task : { task });
      },
      { capabilities: { streaming } },
    );
    const skill = (await connect(url)).skill('echo');
    await expect(skill.call('Hi')).rejects.toMatchObject({
      code: 'REQUEST_FAILED',
      reason: 'PROTOCOL',
      taskId: 't',
      message: expect.stringContaining('must have a state of A2A') as string,
    });
    expect(requests).toBeLessThan(12);
  };
  await Promise.all([ask(false), ask(true)]);
});

test('a task in no known state is waited for while it may get one', async ({ expect }) => {
  let looks = 0;
  const url = await startRawAgent(
    ({ method, reply }) => {
      looks += 1;
      if (method !== 'GetTask') reply({ task: toTask('t', undefined) });
      else reply(toTask('t', looks < 4 ? 'TASK_STATE_DREAMING' : 'TASK_STATE_COMPLETED', 'Hello'));
    },
    { capabilities: {} },
  );
  expect(await (await connect(url)).skill('echo').call('Hi')).toBe('Hello');
});

test('a task without an id is told as such', async ({ expect }) => {
  const url = await startRawAgent(
    ({ reply }) => reply({ task: toTask('', 'TASK_STATE_WORKING') }),
    {
      capabilities: {},
    },
  );
  const call = (await connect(url)).skill('echo').call('Hi', { deadlineMs: 5000 });
  await expect(call).rejects.toMatchObject({ reason: 'PROTOCOL', taskId: undefined });
});

test('errors name the task once there is one', async ({ expect }) => {
  let streams = 0;
  const url = await startRawAgent(({ method, stream, response }) => {
    if (method === 'SendStreamingMessage') {
      streams += 1;
      stream([{ task: toTask('begun', 'TASK_STATE_WORKING') }], { open: true });
      // Real time: a call does not say when it has read what came before the connection broke.
      setTimeout(() => response.destroy(), 500);
    } else {
      response.writeHead(403).end();
    }
  });
  const agent = await connect(url, { retry });
  const skill = agent.skill('echo');
  const isLost = { code: 'REQUEST_FAILED', taskId: 'begun' };
  await expect(collect(skill.stream('Hi'))).rejects.toMatchObject(isLost);
  await expect(skill.call('Hi', { deadlineMs: 5000 })).rejects.toMatchObject(isLost);
  expect(streams).toBe(2);
  const about = { code: 'REQUEST_FAILED', taskId: 'known', status: 403 };
  await expect(skill.task('known').get()).rejects.toMatchObject(about);
  await expect(skill.task('known').wait()).rejects.toMatchObject(about);
  await expect(agent.task('known').cancel()).rejects.toMatchObject(about);
});

test('asking to cancel a task has one deadline, and its error says whether the agent was asked', async ({
  expect,
}) => {
  let isSilent = true;
  const url = await startRawAgent(({ method, reply }) => {
    if (method === 'CancelTask' && isSilent) return;
    reply(toTask('t', 'TASK_STATE_WORKING'));
  });
  const agent = await connect(url, { retry });
  const isLate = { code: 'DEADLINE_EXCEEDED', taskId: 't' };
  const cancel = (): Promise<unknown> => agent.task('t').cancel({ deadlineMs: 100 });
  await expect(cancel()).rejects.toMatchObject({ ...isLate, canceled: false });
  isSilent = false;
  await expect(cancel()).rejects.toMatchObject({ ...isLate, canceled: true });
});

test('an agent that says it streams and answers in plain JSON is read', async ({ expect }) => {
  for (const isPretty of [false, true]) {
    const url = await startRawAgent(({ id, response }) => {
      const task = toTask('t', 'TASK_STATE_COMPLETED', 'Hello');
      const answer = { jsonrpc: '2.0', id, result: { task } };
      response.setHeader('content-type', 'application/json; charset=utf-8');
      response.end(JSON.stringify(answer, null, isPretty ? 2 : 0));
    });
    const skill = (await connect(url)).skill('echo');
    expect((await collect(skill.stream('Hi'))).at(-1)).toMatchObject({
      kind: 'result',
      text: 'Hello',
    });
    expect(await skill.call('Hi', { deadlineMs: 5000 })).toBe('Hello');
  }
});

test('one that has only begun is looked at, and an error in plain JSON stays one', async ({
  expect,
}) => {
  let hasBegun = false;
  const url = await startRawAgent(({ method, reply, response, id }) => {
    if (method === 'SubscribeToTask') {
      const error = { code: -32004, message: 'no' };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
    } else if (method === 'GetTask') reply(toTask('t', 'TASK_STATE_COMPLETED', 'Hello'));
    else {
      hasBegun = true;
      reply({ task: toTask('t', 'TASK_STATE_WORKING') });
    }
  });
  const skill = (await connect(url)).skill('echo');
  expect(await skill.call('Hi', { deadlineMs: 5000 })).toBe('Hello');
  expect(hasBegun).toBe(true);
  await expect(collect(skill.task('t').stream())).resolves.toMatchObject([
    { kind: 'artifact' },
    { kind: 'result' },
  ]);
});

test('nothing is sent that JSON would change', async ({ expect }) => {
  let requests = 0;
  const url = await startRawAgent(({ reply }) => {
    requests += 1;
    reply({ task: toTask('t', 'TASK_STATE_COMPLETED', 'Hello') });
  });
  const agent = await connect(url);
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  for (const [input, pointer, text] of [
    [{ any: Infinity }, '/any', 'is Infinity'],
    [{ a: [Number.NaN] }, '/a/0', 'is NaN'],
    [new Map([[1, 2]]), '', 'is Map'],
    [{ a: () => 1 }, '/a', 'is function'],
    [{ a: [undefined] }, '/a/0', 'is undefined'],
    [{ a: 1n }, '/a', 'is bigint'],
    [undefined, '', 'is undefined'],
    [circle, '/self', 'holds itself'],
    [deep, '', 'nested too deep'],
  ] as const) {
    const isRefused = {
      code: 'INPUT_INVALID',
      foundBy: 'client',
      taskId: undefined,
      problems: [{ pointer, message: expect.stringContaining(text) as string }],
    };
    await expect(agent.skill('echo').call(input)).rejects.toMatchObject(isRefused);
    await expect(agent.send(input as never)).rejects.toMatchObject(isRefused);
  }
  expect(requests).toBe(0);
  expect(await agent.skill('echo').call({ at: new Date(0), left: undefined })).toBe('Hello');
});

test('an answer whose connection is lost before it is given up ends nothing else', async ({
  expect,
}) => {
  /** Hands out an answer once its connection is lost, as a caller's own slow `fetch` does. */
  const slow: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!response.headers.has('x-lost')) return response;
    await response
      .clone()
      .text()
      .catch(() => {});
    return response;
  };
  const lose = (response: ServerResponse, status: number): void => {
    response.writeHead(status, { 'x-lost': 'yes', 'content-length': 1e9 });
    response.write(' ', () => response.destroy());
  };
  const url = await startRawAgent(({ response }) => lose(response, 200), { capabilities: {} });
  const options = { fetch: slow, retry: { attempts: 1 } };
  const agent = await connect(url, options);
  await expect(agent.skill('echo').call('Hi')).rejects.toThrow('the answer must');
  const nothing = await listen((_request, response) => lose(response, 404));
  await expect(connect(nothing, options)).rejects.toThrow('nothing was found');
});
