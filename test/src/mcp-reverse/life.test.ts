import { connect } from '@formwork/client';
import { createMcpAgent, type McpSource } from '@formwork/mcp';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createServer } from '@formwork/server';
import { test } from 'vitest';
import { followTests, onTestFinished } from '../support/test-end.ts';
import {
  createNotes,
  serveFixtureHttp,
  serveFixtureSessions,
  serveReversed,
  toFixtureSource,
} from './serve-reversed.ts';

followTests();

test.concurrent('a server that dies fails the running tasks, is started again, and takes the next calls', async ({
  expect,
}) => {
  const notes = createNotes();
  const { remote, logged } = await serveReversed(toFixtureSource({ log: notes.file }));
  const [slow, crashed] = await Promise.all([
    remote.skill('slow').run({ ms: 5000 }),
    remote.skill('crash').run({}),
  ]);
  for (const outcome of [slow, crashed]) {
    expect(outcome).toMatchObject({
      state: 'failed',
      text: expect.stringMatching(/^The MCP server ended/u),
    });
  }
  // On a busy machine a call may come before the server is there again.
  await expect
    .poll(() => remote.skill('sum').call({ a: 1, b: 1 }).catch(String))
    .toEqual({ sum: 2 });
  expect(
    logged.filter((line) => line.startsWith('The MCP server ended and is started again')),
    logged.join('\n'),
  ).toHaveLength(1);
  // The call that must not be repeated was made once.
  expect(notes.read().match(/^call crash$/gmu)).toHaveLength(1);
});

test.concurrent('a tool that may be repeated is called again after a crash', async ({ expect }) => {
  const notes = createNotes();
  const { mcp, remote } = await serveReversed(toFixtureSource({ log: notes.file }));
  const id = mcp.agent.skills.find(({ tags }) => tags.includes('mcp-tool:crash/once?'))?.id ?? '';
  expect(await remote.skill(id).call({})).toBe('alive');
  expect(notes.read()).toBe('call crash/once?\ncrashed\ncall crash/once?\n');
});

test.concurrent('a server over HTTP that forgot its session gets another', async ({ expect }) => {
  const { source, forget } = await serveFixtureSessions();
  const { remote } = await serveReversed(source);
  expect(await remote.skill('say').call({ texts: ['a'] })).toBe('a');
  forget();
  expect(await remote.skill('say').run({ texts: ['b'] })).toMatchObject({
    state: 'failed',
    text: expect.stringContaining('Trying again may help'),
  });
  expect(await remote.skill('say').call({ texts: ['c'] })).toBe('c');
  forget();
  // A tool that may be repeated is called again automatically.
  expect(await remote.skill('sum').call({ a: 4 })).toEqual({ sum: 4 });
});

test.concurrent('a task of a server goes on when the server was away for some polls', async ({
  expect,
}) => {
  let polls = 0;
  const source = await serveFixtureHttp(
    {},
    {
      isAway(method) {
        if (method === 'tasks/get') polls += 1;
        return method === 'tasks/get' && polls <= 3;
      },
    },
  );
  const { remote } = await serveReversed(source);
  const asking = await remote.skill('work').run({});
  if (asking.state !== 'input-required' || asking.question.kind !== 'form') {
    throw new Error(`It is ${asking.state}: ${asking.text}`);
  }
  const done = await asking.question.answer({ colour: 'red' });
  expect(done).toMatchObject({ state: 'completed', data: 'painted {"colour":"red"}' });
  expect(polls).toBeGreaterThan(3);
});

test.concurrent('an answer reaches a task of a server that was away, or whose acknowledgement is lost', async ({
  expect,
}) => {
  let updates = 0;
  const isUpdate = (method: string): boolean => method === 'tasks/update';
  const source = await serveFixtureHttp(
    {},
    {
      isAway: (method) => isUpdate(method) && (updates += 1) === 1,
      isUnheard: (method) => isUpdate(method) && updates === 2,
    },
  );
  const { remote } = await serveReversed(source);
  const asking = await remote.skill('work').run({});
  if (asking.state !== 'input-required' || asking.question.kind !== 'form') {
    throw new Error(`It is ${asking.state}: ${asking.text}`);
  }
  // The third time, the server refuses what it has.
  const done = await asking.question.answer({ colour: 'red' });
  expect(done).toMatchObject({ state: 'completed', data: 'painted {"colour":"red"}' });
  expect(updates).toBe(3);
});

test.concurrent('a cancellation reaches a task of a server that was away', async ({ expect }) => {
  const notes = createNotes();
  let cancels = 0;
  const isAway = (method: string): boolean => method === 'tasks/cancel' && (cancels += 1) <= 2;
  // A task that asked would have no progress for a slow reader to cancel it at.
  const source = await serveFixtureHttp({ log: notes.file, asks: false }, { isAway });
  const { remote } = await serveReversed(source);
  for await (const event of remote.skill('work').stream({})) {
    if (event.kind !== 'progress') continue;
    await remote.skill('work').task(event.taskId).cancel();
    break;
  }
  await expect.poll(notes.read).toContain('task cancelled');
  expect(cancels).toBe(3);
});

test.concurrent('the server gets the environment that it is given, and no other', async ({
  expect,
}) => {
  process.env['SECRET_OF_THIS_PROCESS'] = 'hidden';
  onTestFinished(() => void delete process.env['SECRET_OF_THIS_PROCESS']);
  const { remote, logged } = await serveReversed(toFixtureSource());
  const environment = String(await remote.skill('environment').call({}));
  expect(JSON.parse(environment)).toMatchObject({ FIXTURE: 'yes', PATH: process.env['PATH'] });
  expect(environment).not.toContain('hidden');
  expect(logged).toContain('The MCP server says {"text":"The fixture is up."}');
});

test.concurrent('a question is for the caller of its call, or for nobody', async ({ expect }) => {
  const { remote, logged } = await serveReversed(toFixtureSource({ legacy: true }));
  const [first, second] = await Promise.all([
    remote.skill('slow').run({ ms: 1000 }),
    remote.skill('ask').run({}),
  ]);
  expect(first).toMatchObject({ state: 'completed', data: 'slept' });
  expect(second).toMatchObject({ state: 'completed', data: 'cancel null' });
  expect(logged.join('\n')).toContain('withdrawn as its call is not known');
});

test.concurrent('a question that nobody answers is withdrawn from a server that waits', async ({
  expect,
}) => {
  const notes = createNotes();
  const source = toFixtureSource({ legacy: true, log: notes.file });
  // The call is forgotten as long after its end as the question stood: the answer must come sooner.
  const { remote } = await serveReversed(source, { questionTimeoutMs: 5000 });
  const asking = await remote.skill('ask').run({});
  if (asking.state !== 'input-required' || asking.question.kind !== 'form') throw new Error();
  await expect.poll(notes.read).toContain('answered cancel');
  const late = await asking.question.answer({ colour: 'red' });
  expect(late).toMatchObject({ state: 'completed', data: 'cancel null' });
});

test.concurrent.for([
  ['new', false],
  ['old', true],
] as const)(
  'an answer finds its question after a restart of everything: %s server',
  async ([, legacy], { expect }) => {
    const notes = createNotes();
    const engine = () => createSqliteEngine({ file: `${notes.file}.sqlite` });
    const start = async () => {
      const store = engine();
      const mcp = await createMcpAgent(toFixtureSource({ legacy, log: notes.file }));
      const server = createServer(mcp.agent, { engine: store, openTasks: true });
      const { url } = await server.listen({ port: 0 });
      const end = async () => {
        await server.close();
        await mcp.close();
        await store.close();
      };
      return { remote: await connect(url), end };
    };
    const before = await start();
    const asking = await before.remote.skill('ask').run({});
    expect(asking.state).toBe('input-required');
    await before.end();
    const after = await start();
    onTestFinished(after.end);
    const outcome = await after.remote.skill('ask').task(asking.taskId).wait();
    if (outcome.state !== 'input-required' || outcome.question.kind !== 'form') throw new Error();
    const answered = await outcome.question.answer({ colour: 'red' });
    expect(answered).toMatchObject(
      legacy
        ? { state: 'failed', text: expect.stringContaining('no longer waits') }
        : { state: 'completed', data: 'accept {"colour":"red"}' },
    );
  },
);

test.concurrent('a call that was interrupted is not repeated unless its tool may be', async ({
  expect,
}) => {
  const notes = createNotes();
  const store = createSqliteEngine({ file: `${notes.file}.sqlite` });
  const start = async () => {
    const mcp = await createMcpAgent(toFixtureSource({ log: notes.file }));
    const server = createServer(mcp.agent, { engine: store, openTasks: true });
    const { url } = await server.listen({ port: 0 });
    const end = async () => {
      await server.close();
      await mcp.close();
    };
    return { remote: await connect(url), end };
  };
  const before = await start();
  let taskId = '';
  for await (const event of before.remote.skill('slow').stream({ ms: 5000 })) {
    taskId = event.taskId;
    if (event.kind === 'progress' && event.text === 'step 1') break;
  }
  await before.end();
  const after = await start();
  onTestFinished(async () => {
    await after.end();
    await store.close();
  });
  expect(await after.remote.skill('slow').task(taskId).wait()).toMatchObject({
    state: 'failed',
    text: expect.stringContaining('was interrupted'),
  });
  expect(notes.read().match(/^call slow$/gmu)).toHaveLength(1);
});

test.concurrent.for<readonly [McpSource, RegExp]>([
  [{ command: 'no-such-program-here' }, /Cannot connect to the MCP server no-such-program-here/u],
  [{ command: process.execPath, args: ['-e', '0'] }, /Cannot connect to the MCP server/u],
  [
    { url: 'http://127.0.0.1:9/mcp' },
    /Cannot connect to the MCP server http:\/\/127\.0\.0\.1:9\/mcp/u,
  ],
])('a server that is not there is an error: %j', async ([source, message], { expect }) => {
  await expect(createMcpAgent(source)).rejects.toMatchObject({
    code: 'MCP_SERVER_UNUSABLE',
    message: expect.stringMatching(message),
  });
});

test.concurrent.for<readonly [object, RegExp]>([
  [{}, /command or a url: current value is undefined/u],
  [{ url: 'ftp://a' }, /url must be an http or https URL/u],
  [{ command: 'a', args: 'b' }, /args must be a list/u],
  [{ command: 'a', env: { A: 1 } }, /env must be texts/u],
])('a source that is none is refused by name: %j', async ([source, message], { expect }) => {
  await expect(createMcpAgent(source as never)).rejects.toThrow(message);
});

test.concurrent('options are checked by name', async ({ expect }) => {
  await expect(createMcpAgent({ command: 'a' }, { name: '' })).rejects.toThrow(/name must be/u);
  await expect(createMcpAgent({ command: 'a' }, { allow: 'x' as never })).rejects.toThrow(/allow/u);
});

test.concurrent('tools are allowed and denied by name', async ({ expect }) => {
  const options = { allow: ['s*', 'list'], deny: ['slow'] };
  const source = await serveFixtureHttp();
  const { mcp } = await serveReversed(source, options);
  expect(mcp.agent.skills.map(({ id }) => id)).toEqual(['sum', 'list', 'say']);
  await expect(createMcpAgent(source, { allow: ['none'] })).rejects.toThrow(
    /must have a tool: current value is none/u,
  );
});

test.concurrent.for([['new'], ['old']])(
  'a change of the tools is told, if it is one: %s server',
  async ([era], { expect }) => {
    const { mcp, remote } = await serveReversed(toFixtureSource({ legacy: era === 'old' }));
    let changes = 0;
    const stop = mcp.onAgentChanged((agent) => {
      changes += 1;
      expect(agent).toBe(mcp.agent);
      expect(agent.skills.map(({ id }) => id)).toContain('grown');
    });
    await remote.skill('grow').call({});
    // Real time: nothing tells that the agent has looked at its tools and found no change.
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(changes).toBe(0);
    await remote.skill('grow').call({ really: true });
    await expect.poll(() => changes).toBe(1);
    stop();
  },
);
