import { connect } from '@formwork/client';
import { createMcpAgent } from '@formwork/mcp';
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

test.concurrent.for(['new', 'old'])(
  'a call fails when its stream ends without an answer: %s server',
  async (era, { expect }) => {
    const source = era === 'new' ? await serveFixtureHttp() : (await serveFixtureSessions()).source;
    const { remote } = await serveReversed(source);
    let taskId = '';
    for await (const event of remote.skill('slow').stream({ ms: 60_000 })) {
      ({ taskId } = event);
      if (event.kind === 'progress') break;
    }
    source.cut();
    expect(await remote.skill('slow').task(taskId).wait()).toMatchObject({
      state: 'failed',
      text: expect.stringContaining('ended before the tool was done'),
    });
    expect(await remote.skill('say').call({ texts: ['a'] })).toBe('a');
  },
);

test.concurrent('changes of the tools are seen after the stream that tells of them has ended', async ({
  expect,
}) => {
  const extra: unknown[] = [];
  const source = await serveFixtureHttp({ extra: () => extra });
  const { mcp } = await serveReversed(source);
  mcp.onAgentChanged(() => {
    throw new Error('A listener that fails keeps the change from no other.');
  });
  const seen: string[] = [];
  mcp.onAgentChanged(({ skills }) => void seen.push(...skills.map(({ id }) => id)));
  source.cut();
  extra.push({ name: 'grown', inputSchema: { type: 'object' } });
  await expect.poll(() => seen).toContain('grown');
});

test.concurrent('a server over HTTP that was away is there at once when it has forgotten its session', async ({
  expect,
}) => {
  const { source, refuse, forget } = await serveFixtureSessions();
  const { remote } = await serveReversed(source);
  const say = () =>
    remote
      .skill('say')
      .call({ texts: ['a'] })
      .catch((error: Error) => error.message);
  forget();
  expect(await say()).toContain('Trying again may help');
  refuse(503);
  // Each call tries once to connect, after a pause that doubles.
  for (let call = 0; call < 4; call += 1) expect(await say()).toContain('is not there');
  refuse();
  await expect.poll(say).toBe('a');
  forget();
  expect(await say()).toContain('Trying again may help');
  expect(await say()).toBe('a');
});

test.concurrent('a server that answers 400 in a session that it has forgotten gets another', async ({
  expect,
}) => {
  const { source, forget } = await serveFixtureSessions({}, { forgotten: 400 });
  const { remote } = await serveReversed(source);
  forget();
  await expect
    .poll(() =>
      remote
        .skill('say')
        .call({ texts: ['a'] })
        .catch(() => 'failed'),
    )
    .toBe('a');
});

test.concurrent('a number of the result of a task of MCP that may be rounded is refused', async ({
  expect,
}) => {
  const { remote } = await serveReversed(await serveFixtureHttp());
  expect(await remote.skill('work').run({ wide: true })).toMatchObject({
    state: 'failed',
    text: expect.stringContaining('/structuredContent/n must be'),
  });
});

test.concurrent('a task of MCP goes on when the process that follows it stops', async ({
  expect,
}) => {
  const notes = createNotes();
  let polls = 0;
  const isAway = (method: string): boolean => {
    if (method === 'tasks/get') polls += 1;
    return false;
  };
  const source = await serveFixtureHttp({ log: notes.file, asks: false }, { isAway });
  const store = createSqliteEngine({ file: `${notes.file}.sqlite` });
  const start = async () => {
    const mcp = await createMcpAgent(source);
    // It stays open after its server, so that a cancellation would arrive.
    onTestFinished(() => mcp.close());
    const server = createServer(mcp.agent, { engine: store, openTasks: true });
    const { url } = await server.listen({ port: 0 });
    return { remote: await connect(url), end: () => server.close() };
  };
  const before = await start();
  let taskId = '';
  for await (const event of before.remote.skill('work').stream({})) {
    ({ taskId } = event);
    if (event.kind === 'progress') break;
  }
  await before.end();
  const after = await start();
  onTestFinished(async () => {
    await after.end();
    await store.close();
  });
  const stopped = polls;
  await expect.poll(() => polls).toBeGreaterThan(stopped + 2);
  expect(notes.read()).not.toContain('task cancelled');
  await after.remote.skill('work').task(taskId).cancel();
  await expect.poll(notes.read).toContain('task cancelled');
});

test.concurrent('a question that was withdrawn keeps no other call from asking', async ({
  expect,
}) => {
  const notes = createNotes();
  const source = toFixtureSource({ legacy: true, log: notes.file });
  const { remote } = await serveReversed(source, { questionTimeoutMs: 500 });
  expect((await remote.skill('ask').run({})).state).toBe('input-required');
  await expect.poll(notes.read).toContain('answered cancel');
  expect((await remote.skill('ask').run({})).state).toBe('input-required');
});

test.concurrent('a late answer is no answer to the question that followed', async ({ expect }) => {
  const notes = createNotes();
  const source = toFixtureSource({ legacy: true, log: notes.file });
  // The second question stands as long as the first one did: the answer must come sooner.
  const { remote } = await serveReversed(source, { questionTimeoutMs: 5000 });
  const asking = await remote.skill('ask').run({ again: true });
  if (asking.state !== 'input-required' || asking.question.kind !== 'form') throw new Error();
  await expect.poll(notes.read).toContain('answered cancel');
  const next = await asking.question.answer({ colour: 'red' });
  // On a busy machine the second question may have been withdrawn, too.
  expect(next.state === 'completed' ? next.data : next.text).toMatch(
    /^then cancel|^How many coats/u,
  );
});

test.concurrent('a result of more than ten megabytes ends no program', async ({ expect }) => {
  const notes = createNotes();
  const { remote, logged } = await serveReversed(toFixtureSource({ log: notes.file }));
  const [slow, long] = await Promise.all([
    remote.skill('slow').run({ ms: 500 }),
    remote.skill('fail').run({ characters: 11_000_000 }),
  ]);
  expect(slow).toMatchObject({ state: 'completed', data: 'slept' });
  // Of a reason only the beginning is kept.
  expect(long).toMatchObject({ state: 'failed', text: expect.stringMatching(/^x+$/u) });
  expect(logged.join('\n')).not.toContain('ended and is started again');
});

test.concurrent('the tools of all pages are listed in the time of a start, and no more than 1,000', async ({
  expect,
}) => {
  const slow = await serveFixtureHttp({ pages: 60 });
  await expect(createMcpAgent(slow, { startTimeoutMs: 1000 })).rejects.toThrow();
  const extra = Array.from({ length: 1000 }, (_, index) => ({ name: `t${index}` }));
  const { mcp } = await serveReversed(await serveFixtureHttp({ extra: () => extra }));
  expect(mcp.refused.flatMap(({ reasons }) => reasons).join()).toContain('at most 1000 tools');
});

test.concurrent('a program that ends while it is connected is started once more', async ({
  expect,
}) => {
  const notes = createNotes();
  const { mcp, remote } = await serveReversed(
    toFixtureSource({ log: notes.file, endsAtListen: true }),
  );
  const id = mcp.agent.skills.find(({ tags }) => tags.includes('mcp-tool:crash/once?'))?.id ?? '';
  await remote
    .skill(id)
    .call({})
    .catch(() => {});
  await expect
    .poll(() =>
      remote
        .skill('say')
        .call({ texts: ['a'] })
        .catch(() => 'failed'),
    )
    .toBe('a');
});

test.concurrent('a result that looks like a wrapped one is wrapped if its schema says so', async ({
  expect,
}) => {
  const inputSchema = { type: 'object' };
  const pair = { properties: { result: { type: 'number' } }, required: ['result'] };
  const extra = [
    { name: 'pair', inputSchema, outputSchema: { anyOf: [{ type: 'object', ...pair }] } },
  ];
  const { remote } = await serveReversed(await serveFixtureHttp({ extra: () => extra }));
  expect(await remote.skill('pair').run({})).toMatchObject({ data: { result: { result: 5 } } });
});

test.concurrent('a call that is refused until its caller has visited an address is done then', async ({
  expect,
}) => {
  const { source } = await serveFixtureSessions();
  const { remote } = await serveReversed(source);
  const visiting = await remote.skill('visit').run({ first: true });
  expect(visiting).toMatchObject({
    state: 'auth-required',
    url: 'https://login.example.com/start',
    text: expect.stringContaining('Sign in.'),
  });
  if (visiting.state !== 'auth-required') throw new Error();
  expect(await visiting.proceed()).toMatchObject({ state: 'completed', data: 'visited first' });
});
