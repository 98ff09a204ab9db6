import { randomBytes } from 'node:crypto';
import { request as open } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { defineAgent, defineSkill, isRunEndedError } from '@formwork/core';
import { createServer } from '@formwork/server';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { test } from 'vitest';
import { listen, startRawAgent } from '../support/raw-agent.ts';
import { followTests, onTestFinished } from '../support/test-end.ts';
import { connectModern, serveBridge } from './hosts.ts';
import { callRaw } from './raw-mcp.ts';

// Each test waits for an agent of its own.
followTests();

const job = {
  type: 'object',
  properties: { ms: { type: 'integer' }, note: { type: 'string' } },
  required: ['ms'],
} as const;

/** The number of handler runs, by the note in their input; canceling a run removes its note. */
type Runs = Map<string, number>;

/**
 * Serves an agent behind a proxy that delays the answers to the first requests. Each call makes two
 * requests: one for the result and, soon after, one for events.
 */
async function startLateAgent(delaysMs: number[], runs: Runs = new Map()): Promise<string> {
  let target = '';
  const url = await listen((request, response) => {
    const { method, headers, url: path = '/' } = request;
    const delayMs = method === 'POST' ? (delaysMs.shift() ?? 0) : 0;
    const forward = open(new URL(path, target), { method, headers }, (answer) => {
      setTimeout(() => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      }, delayMs).unref();
    });
    forward.on('error', () => response.destroy());
    request.pipe(forward);
  });
  const work = defineSkill({
    id: 'work',
    name: 'Work',
    description: 'For tests.',
    tags: [],
    input: { job },
    async run({ input: { ms, note = '' }, task }) {
      runs.set(note, (runs.get(note) ?? 0) + 1);
      task.signal.addEventListener('abort', () => {
        const { reason } = task.signal;
        if (isRunEndedError(reason) && reason.end === 'canceled') runs.delete(note);
      });
      await pause(ms, undefined, { signal: task.signal });
      return `worked on ${note}`;
    },
  });
  const agent = defineAgent({ name: 'Late', version: '1.0.0', skills: [work] });
  const server = createServer(agent, { openTasks: true, publicUrl: url });
  ({ url: target } = await server.listen({ port: 0 }));
  onTestFinished(() => server.close());
  return url;
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

test.concurrent('an agent that tells its task late is waited for a little longer', async ({
  expect,
}) => {
  const url = await startLateAgent([4100, 4100]);
  const bridge = await serveBridge({ agents: [{ alias: 'late', url }], budgetMs: 4000 });
  const begun = await call(bridge, { name: 'late_work', args: { ms: 60_000, note: 'a' } });
  expect(begun.structuredContent).toMatchObject({ state: 'working' });
  // The agent also gets a little longer to answer the message.
  expect(begun.content[0]?.text).not.toContain('has not answered so far');
  const args = { task_id: begun.structuredContent?.['task_id'], action: 'cancel' };
  expect(await call(bridge, { name: 'a2a_task', args })).toMatchObject({
    structuredContent: { state: 'canceled' },
  });
});

test.concurrent('a message that was not answered in time is found again, by another bridge as well', async ({
  expect,
}) => {
  const runs: Runs = new Map();
  const url = await startLateAgent([60_000, 60_000, 60_000], runs);
  const options = { agents: [{ alias: 'late', url }], handleKey: randomBytes(32) };
  const first = await serveBridge({ ...options, budgetMs: 800 });
  const begun = await call(first, { name: 'late_work', args: { ms: 100, note: 'b' } });
  expect(begun.structuredContent).toMatchObject({ state: 'working' });
  expect(begun.content[0]?.text).toContain('has not answered so far');
  const handle = begun.structuredContent?.['task_id'];
  // The agent is late again; the handle stands for a repetition of the same message.
  const later = await call(first, { name: 'a2a_task', args: { task_id: handle } });
  expect(later.structuredContent).toMatchObject({ state: 'working' });
  const second = await serveBridge({ ...options, budgetMs: 10_000 });
  const args = { task_id: later.structuredContent?.['task_id'] };
  expect(await call(second, { name: 'a2a_task', args })).toMatchObject({
    structuredContent: { state: 'completed', text: 'worked on b' },
  });
  expect(runs).toEqual(new Map([['b', 1]]));
});

test.concurrent('a message that was not answered in time is cancelled with its task', async ({
  expect,
}) => {
  const url = await startLateAgent([60_000, 60_000]);
  const bridge = await serveBridge({ agents: [{ alias: 'late', url }], budgetMs: 800 });
  const begun = await call(bridge, { name: 'late_work', args: { ms: 60_000, note: 'c' } });
  const args = { task_id: begun.structuredContent?.['task_id'], action: 'cancel' };
  expect(await call(bridge, { name: 'a2a_task', args })).toMatchObject({
    structuredContent: { state: 'canceled' },
  });
});

test.concurrent('a call that is cancelled before the agent has answered is cancelled with its task', async ({
  expect,
}) => {
  const runs: Runs = new Map();
  const url = await startLateAgent([700, 700], runs);
  const bridge = await serveBridge({ agents: [{ alias: 'late', url }] });
  const host = await connectModern(new StreamableHTTPClientTransport(bridge));
  const controller = new AbortController();
  const args = { ms: 60_000, note: 'e' };
  const called = host.call('late_work', args, { signal: controller.signal });
  await expect.poll(() => runs.size).toBe(1);
  controller.abort();
  await expect(called).rejects.toThrow(/abort/iu);
  await expect.poll(() => runs.size).toBe(0);
});

test.concurrent('no task of a host is made of a message that the agent has not taken', async ({
  expect,
}) => {
  const url = await startLateAgent([60_000, 60_000]);
  const bridge = await serveBridge({
    agents: [{ alias: 'late', url }],
    budgetMs: 800,
    taskAfterMs: 100,
  });
  const tasks = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
  const begun = await call(bridge, {
    name: 'late_work',
    args: { ms: 100, note: 'd' },
    capabilities: tasks,
  });
  expect(begun).toMatchObject({ resultType: 'complete', structuredContent: { state: 'working' } });
  const args = { task_id: begun.structuredContent?.['task_id'] };
  expect(await call(bridge, { name: 'a2a_task', args, capabilities: tasks })).toMatchObject({
    structuredContent: { state: 'completed', text: 'worked on d' },
  });
});

test.concurrent('what may be done twice, or is too large to be kept in a handle, is not sent again', async ({
  expect,
}) => {
  const silent = await startRawAgent(() => {});
  const url = await startLateAgent([60_000, 60_000]);
  const agents = [
    { alias: 'silent', url: silent },
    { alias: 'late', url },
  ];
  const bridge = await serveBridge({ agents, budgetMs: 800 });
  for (const called of await Promise.all([
    call(bridge, { name: 'silent_ask', args: { message: 'hello' } }),
    call(bridge, { name: 'late_work', args: { ms: 100, note: 'x'.repeat(10_000) } }),
  ])) {
    expect(called.isError).toBe(true);
    expect(called.content[0]?.text).toContain('did not take the message in time');
  }
});
