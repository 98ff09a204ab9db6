import { defineAgent, defineSkill, isRunEndedError } from '@formwork/core';
import { createServer } from '@formwork/server';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { randomBytes, randomUUID } from 'node:crypto';
import { request as open } from 'node:http';
import { test } from 'vitest';
import { Barriers } from '../support/barriers.ts';
import { listen, startRawAgent } from '../support/raw-agent.ts';
import { startServer } from '../support/start-server.ts';
import { followTests, onTestFinished } from '../support/test-end.ts';
import { createFixtureAgent } from './fixture-agent.ts';
import { connectModern, serveBridge } from './hosts.ts';
import { callRaw } from './raw-mcp.ts';

// Each test waits for an agent of its own.
followTests();

const job = {
  type: 'object',
  properties: { note: { type: 'string' } },
  required: ['note'],
} as const;

/** The number of handler runs, by the note in their input; canceling a run removes its note. */
type Runs = Map<string, number>;

/** An agent behind a proxy that holds back the answers to its requests. */
interface LateAgent {
  readonly url: string;
  readonly runs: Runs;
  /** What the runs wait for, by the note in their input. */
  readonly work: Barriers;
  /** Lets new answers through; those that are held back stay so. */
  readonly answer: () => void;
  /** Lets the answers through that are held back, and new ones. */
  readonly answerAll: () => void;
}

async function startLateAgent(): Promise<LateAgent> {
  let target = '';
  let isLate = true;
  let isReleased = false;
  const held: (() => void)[] = [];
  const runs: Runs = new Map();
  const work = new Barriers();
  const url = await listen((request, response) => {
    const { method, headers, url: path = '/' } = request;
    const isHeld = method === 'POST' && isLate;
    const forward = open(new URL(path, target), { method, headers }, (answer) => {
      const pass = (): void => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      };
      if (isHeld && !isReleased) held.push(pass);
      else pass();
    });
    forward.on('error', () => response.destroy());
    request.pipe(forward);
  });
  const skill = defineSkill({
    id: 'work',
    name: 'Work',
    description: 'For tests.',
    tags: [],
    input: { job },
    async run({ input: { note }, task }) {
      runs.set(note, (runs.get(note) ?? 0) + 1);
      task.signal.addEventListener('abort', () => {
        const { reason } = task.signal;
        if (isRunEndedError(reason) && reason.end === 'canceled') runs.delete(note);
      });
      await work.pass(note, task.signal);
      return `worked on ${note}`;
    },
  });
  const agent = defineAgent({ name: 'Late', version: '1.0.0', skills: [skill] });
  const server = createServer(agent, { openTasks: true, publicUrl: url });
  ({ url: target } = await server.listen({ port: 0 }));
  onTestFinished(() => server.close());
  const answer = (): void => {
    isLate = false;
  };
  const answerAll = (): void => {
    answer();
    isReleased = true;
    for (const pass of held.splice(0)) pass();
  };
  return { url, runs, work, answer, answerAll };
}

interface Called {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

interface ToolCall {
  readonly name: string;
  readonly args: object;
  /** The client capabilities of the host. Default: none. */
  readonly capabilities?: object;
}

async function call(url: URL, { name, args, capabilities = {} }: ToolCall): Promise<Called> {
  const params = { name, arguments: args };
  return (await callRaw(url, 'tools/call', { params, capabilities })).result as unknown as Called;
}

const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

/** Serves a bridge that gives a message up soon, and one that does not, which share their handles. */
async function startBridges(url: string, more: { readonly taskAfterMs?: number } = {}) {
  const options = { agents: [{ alias: 'late', url }], handleKey: randomBytes(32), ...more };
  return {
    brief: await serveBridge({ ...options, budgetMs: 800 }),
    patient: await serveBridge(options),
  };
}

test.concurrent('an agent that tells its task late is waited for a little longer', async ({
  expect,
}) => {
  const { url, runs, answerAll } = await startLateAgent();
  const { url: prompt } = await startServer(createFixtureAgent(), { openTasks: true });
  const agents = [
    { alias: 'late', url },
    { alias: 'prompt', url: prompt },
  ];
  const bridge = await serveBridge({ agents, taskAfterMs: 500 });
  const late = callRaw(bridge, 'tools/call', {
    params: { name: 'late_work', arguments: { note: 'a' } },
    capabilities: TASKS,
  });
  await expect.poll(() => runs.get('a')).toBe(1);
  // A call that was made later has a task by now, because its agent has told it.
  const args = { name: 'job' };
  expect(await call(bridge, { name: 'prompt_work', args, capabilities: TASKS })).toMatchObject({
    resultType: 'task',
  });
  answerAll();
  const { result } = await late;
  expect(result).toMatchObject({ resultType: 'task', status: 'working' });
  const request = { params: { taskId: result['taskId'] }, capabilities: TASKS };
  await callRaw(bridge, 'tasks/cancel', request);
  await expect
    .poll(async () => (await callRaw(bridge, 'tasks/get', request)).result)
    .toMatchObject({ status: 'cancelled' });
});

test.concurrent('a message that was not answered in time is found again, by another bridge as well', async ({
  expect,
}) => {
  const { url, runs, work, answer } = await startLateAgent();
  const { brief, patient } = await startBridges(url);
  work.lift('b');
  const begun = await call(brief, { name: 'late_work', args: { note: 'b' } });
  expect(begun.structuredContent).toMatchObject({ state: 'working' });
  expect(begun.content[0]?.text).toContain('has not answered so far');
  const handle = begun.structuredContent?.['task_id'];
  // The agent is late again; the handle stands for a repetition of the same message.
  const later = await call(brief, { name: 'a2a_task', args: { task_id: handle } });
  expect(later.structuredContent).toMatchObject({ state: 'working' });
  answer();
  const args = { task_id: later.structuredContent?.['task_id'] };
  expect(await call(patient, { name: 'a2a_task', args })).toMatchObject({
    structuredContent: { state: 'completed', text: 'worked on b' },
  });
  expect(runs).toEqual(new Map([['b', 1]]));
});

test.concurrent('a message that was not answered in time is cancelled with its task', async ({
  expect,
}) => {
  const { url, answer } = await startLateAgent();
  const { brief, patient } = await startBridges(url);
  const begun = await call(brief, { name: 'late_work', args: { note: 'c' } });
  answer();
  const args = { task_id: begun.structuredContent?.['task_id'], action: 'cancel' };
  expect(await call(patient, { name: 'a2a_task', args })).toMatchObject({
    structuredContent: { state: 'canceled' },
  });
});

test.concurrent('a call that is cancelled before the agent has answered is cancelled with its task', async ({
  expect,
}) => {
  const { url, runs, answerAll } = await startLateAgent();
  const bridge = await serveBridge({ agents: [{ alias: 'late', url }] });
  const host = await connectModern(new StreamableHTTPClientTransport(bridge));
  const controller = new AbortController();
  const called = host.call('late_work', { note: 'e' }, { signal: controller.signal });
  await expect.poll(() => runs.size).toBe(1);
  controller.abort();
  answerAll();
  await expect(called).rejects.toThrow(/abort/iu);
  await expect.poll(() => runs.size).toBe(0);
});

test.concurrent('no task of a host is made of a message that the agent has not taken', async ({
  expect,
}) => {
  const { url, work, answer } = await startLateAgent();
  const { brief, patient } = await startBridges(url, { taskAfterMs: 100 });
  work.lift('d');
  const begun = await call(brief, {
    name: 'late_work',
    args: { note: 'd' },
    capabilities: TASKS,
  });
  expect(begun).toMatchObject({ resultType: 'complete', structuredContent: { state: 'working' } });
  answer();
  const args = { task_id: begun.structuredContent?.['task_id'] };
  expect(await call(patient, { name: 'a2a_task', args, capabilities: TASKS })).toMatchObject({
    structuredContent: { state: 'completed', text: 'worked on d' },
  });
});

test.concurrent('what may be done twice, or is too large to be kept in a handle, is not sent again', async ({
  expect,
}) => {
  const silent = await startRawAgent(() => {});
  const { url } = await startLateAgent();
  const agents = [
    { alias: 'silent', url: silent },
    { alias: 'late', url },
  ];
  const bridge = await serveBridge({ agents, budgetMs: 800 });
  for (const called of await Promise.all([
    call(bridge, { name: 'silent_ask', args: { message: 'hello' } }),
    call(bridge, { name: 'late_work', args: { note: 'x'.repeat(10_000) } }),
  ])) {
    expect(called.isError).toBe(true);
    expect(called.content[0]?.text).toContain('did not take the message in time');
  }
});

test.concurrent('a page that sends a form again finds the task that it began', async ({
  expect,
}) => {
  const { url, runs, work, answer } = await startLateAgent();
  answer();
  const bridge = await serveBridge({ agents: [{ alias: 'late', url }] });
  const send = (note: string, id: string): Promise<Called> =>
    call(bridge, {
      name: 'a2a_submit',
      args: { tool: 'late_work', arguments: { note }, message_id: id },
      capabilities: {
        extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
      },
    });
  for (const note of ['f', 'g']) work.lift(note);
  const [first, second] = [randomUUID(), randomUUID()];
  const expected = { structuredContent: { state: 'completed', text: 'worked on f' } };
  expect(await send('f', first)).toMatchObject(expected);
  // The host has lost the answer, so the person sends the form again.
  expect(await send('f', first)).toMatchObject(expected);
  await send('g', second);
  expect(runs).toEqual(
    new Map([
      ['f', 1],
      ['g', 1],
    ]),
  );
});
