import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { Barriers } from '../support/barriers.ts';
import { makeCliFolder } from '../support/cli-folder.ts';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { pollUntil } from '../support/poll-until.ts';
import { startRawAgent, toTask } from '../support/raw-agent.ts';
import { startCli } from '../support/run-cli.ts';
import { startServer } from '../support/start-server.ts';
import { followTests } from '../support/test-end.ts';
import { begin } from './following-host.ts';
import { serveBridge } from './hosts.ts';
import { callRaw } from './raw-mcp.ts';
import { LOGIN, trips, visitor } from './visitor-agent.ts';

followTests();

/** The bridge's answer to an update, which says nothing about the task; the host polls the task. */
const ACK = { resultType: 'complete', _meta: expect.anything() as unknown };

/** The number of hosts that answer one question at the same moment. */
const HOSTS = 6;

/** The parts of an acknowledgement that say that the answer was not used. */
const NOT_USED = {
  content: [{ type: 'text', text: expect.stringContaining('another answer was taken first') }],
  _meta: { 'dev.formwork/a2a': { answer: 'not_used' } },
};
/** The same where no answer of the task is known yet. */
const UNCERTAIN = { ...NOT_USED, _meta: { 'dev.formwork/a2a': { answer: 'not_known' } } };

async function startBridge(url?: string, more: object = {}): Promise<URL> {
  const agent = url ?? (await startServer(visitor, { openTasks: true })).url;
  const agents = [{ alias: 'v', url: agent, authorizationHosts: ['login.example.com'] }];
  return serveBridge({ agents, taskAfterMs: 1000, ...more });
}

// These tests mostly wait, so the longest comes first.
test.concurrent('another bridge asks, is answered and gives the result when the first was killed', async () => {
  const { url: agent } = await startServer(visitor, { openTasks: true });
  const handleKey = randomBytes(32);
  const folder = makeCliFolder({});
  const env = { FORMWORK_MCP_KEY: handleKey.toString('hex'), XDG_CONFIG_HOME: folder };
  const first = startCli(['mcp', '--http', '--port', '0', `v=${agent}`], { cwd: folder, env });
  const [found] = await first.waitFor(/http:\/\/127\.0\.0\.1:\d+\/mcp/u);
  const firstUrl = new URL(found);
  const second = await serveBridge({ agents: [{ alias: 'v', url: agent }], handleKey });
  const task = await begin(firstUrl, 'v_visit', { trip: 'killed' });
  trips.lift('killed');
  const asked = await task.waitForQuestion(firstUrl);
  first.child.kill('SIGKILL');
  await first.exit;
  // The key stays the same, so that a host does not ask a person twice.
  expect(await task.waitForQuestion(second)).toMatchObject({ key: asked.key });
  const content = { 'to.zip': '12345' };
  await task.update(second, asked.key, { action: 'accept', content });
  const next = await task.waitForQuestion(second, [asked.key]);
  await task.update(second, next.key, { action: 'accept', content: { reply: 'Ada' } });
  expect((await task.waitFor(second, 'completed')).result).toMatchObject({
    structuredContent: { text: 'Ada in 12345' },
  });
});

test.concurrent('questions of a task are asked one after another, and again until they fit', async () => {
  const url = await startBridge();
  const task = await begin(url, 'v_visit', { trip: 'fit' });
  trips.lift('fit');
  const first = await task.waitForQuestion(url);
  expect(first.params).toMatchObject({
    message: 'The remote agent "v" asks: Where to?',
    requestedSchema: { properties: { 'to.zip': { type: 'string' } } },
  });
  // Answers to unknown questions have no effect.
  const other = { action: 'accept', content: { 'to.zip': '99999' } };
  expect((await task.update(url, 'other', other)).result).toMatchObject(UNCERTAIN);
  expect(await task.waitForQuestion(url)).toMatchObject({ key: first.key });
  await task.update(url, first.key, { action: 'accept', content: { 'to.zip': 'x' } });
  const second = await task.waitForQuestion(url, [first.key]);
  expect(second.params['message']).toContain('The last answer did not fit: /to/zip');
  const content = { 'to.zip': '12345' };
  const { result } = await task.update(url, second.key, { action: 'accept', content });
  expect(result).toEqual(ACK);
  const third = await task.waitForQuestion(url, [first.key, second.key]);
  expect(third.params['message']).toContain('Whom to ask for?');
  await task.update(url, third.key, { action: 'accept', content: { reply: 'Ada' } });
  const end = { resultType: 'complete', structuredContent: { text: 'Ada in 12345' } };
  expect((await task.waitFor(url, 'completed')).result).toMatchObject(end);
  // A completed task stays completed, whatever the host sends.
  const late = { action: 'accept', content: { reply: 'Bob' } };
  expect((await task.update(url, third.key, late)).result).toMatchObject(NOT_USED);
  expect((await task.cancel(url)).result).toEqual(ACK);
  expect((await task.waitFor(url, 'completed')).result).toMatchObject(end);
});

test.concurrent('of many hosts that answer a task at once one counts, all others are told, and the one may repeat', async () => {
  const { url: agent } = await startServer(visitor, { openTasks: true });
  const handleKey = randomBytes(32);
  const options = { agents: [{ alias: 'v', url: agent }], handleKey };
  const bridges = [await serveBridge(options), await serveBridge(options)] as const;
  const hostOf = (index: number): URL => bridges[index % 2 === 0 ? 0 : 1];
  const task = await begin(bridges[0], 'v_visit', { trip: 'race' });
  trips.lift('race');
  const first = await task.waitForQuestion(bridges[0]);
  const give = async (key: string, index: number, host = hostOf(index)) => {
    const zip = String(10_000 + index);
    const content = { 'to.zip': zip, reply: zip };
    // On a busy machine the agent may not answer in time, and a host repeats its answer.
    return pollUntil(async () => {
      const { result, error } = await task.update(host, key, { action: 'accept', content });
      return error === undefined ? result : undefined;
    });
  };
  const race = async (key: string): Promise<number> => {
    const results = await Promise.all(
      Array.from({ length: HOSTS }, (_, index) => give(key, index)),
    );
    const told = results.filter((result) => 'content' in result);
    expect(told).toHaveLength(HOSTS - 1);
    for (const result of told) expect(result).toMatchObject(NOT_USED);
    return results.findIndex((result) => !('content' in result));
  };
  const winner = await race(first.key);
  const second = await task.waitForQuestion(bridges[1], [first.key]);
  // An answer to the question before is late, and that which was taken is a repetition, at each host.
  expect(await give(first.key, winner, hostOf(winner + 1))).toEqual(ACK);
  expect(await give(first.key, 77)).toMatchObject(NOT_USED);
  const last = await race(second.key);
  const text = `${10_000 + last} in ${10_000 + winner}`;
  const end = await task.waitFor(bridges[0], 'completed');
  expect(end.result).toMatchObject({ structuredContent: { text } });
  expect(await give(second.key, last, hostOf(last + 1))).toEqual(ACK);
  expect(await give(second.key, 77)).toMatchObject(NOT_USED);
});

test.concurrent('sign-ins of a task are shown at the address, each of them anew', async () => {
  const url = await startBridge();
  const task = await begin(url, 'v_enter', { trip: 'sign-in' });
  trips.lift('sign-in');
  const first = await task.waitForQuestion(url);
  expect(first.params).toMatchObject({ mode: 'url', url: LOGIN });
  await task.update(url, first.key, { action: 'accept' });
  const second = await task.waitForQuestion(url, [first.key]);
  expect(second.params).toMatchObject({ mode: 'url', url: LOGIN });
  await task.update(url, second.key, { action: 'accept' });
  expect((await task.waitFor(url, 'completed')).result).toMatchObject({
    structuredContent: { text: 'welcome' },
  });
});

test.concurrent.for(['v_visit', 'v_enter'])(
  'a person who declines what %s wants ends it',
  async (name) => {
    const url = await startBridge();
    const task = await begin(url, name, { trip: `decline ${name}` });
    trips.lift(`decline ${name}`);
    const { key } = await task.waitForQuestion(url);
    await task.update(url, key, { action: 'decline' });
    await task.waitFor(url, 'cancelled');
  },
);

test.concurrent('a task is cancelled while it asks, and while it works', async () => {
  const url = await startBridge();
  const asking = await begin(url, 'v_visit', { trip: 'asks' });
  trips.lift('asks');
  await asking.waitForQuestion(url);
  const working = await begin(url, 'v_visit', { trip: 'never ends' });
  for (const task of [asking, working]) {
    expect((await task.cancel(url)).result).toEqual(ACK);
    await task.waitFor(url, 'cancelled');
  }
});

test.concurrent('what looks like a question for a secret ends in words for the model', async () => {
  const url = await startBridge();
  const task = await begin(url, 'v_pry', { trip: 'pry' });
  trips.lift('pry');
  const { result, inputRequests } = await task.waitFor(url, 'completed');
  expect(inputRequests).toBeUndefined();
  expect(result).toMatchObject({ isError: true });
  expect(JSON.stringify(result)).toContain('userPassword');
});

test.concurrent('hosts that do not follow tasks are told what they lack', async () => {
  const url = await startBridge();
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    const { error } = await callRaw(url, method, { params: { taskId: 'x' } });
    expect(error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
    });
  }
});

test.concurrent('an agent that is away for a while fails no task, and loses no answer', async () => {
  const { url: direct } = await startServer(visitor, { openTasks: true });
  const proxy = await startCuttingProxy(direct);
  const reach: typeof fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    return fetch(new URL(pathname, proxy.url), init);
  };
  const agents = [{ alias: 'v', url: direct, connect: { fetch: reach } }];
  const url = await serveBridge({ agents, taskAfterMs: 1000 });
  const task = await begin(url, 'v_visit', { trip: 'away' });
  trips.lift('away');
  const { key } = await task.waitForQuestion(url);
  proxy.refuse(true);
  proxy.cut();
  // The bridge may show the last known state for a moment.
  await pollUntil(async () => {
    const { status, statusMessage = '' } = await task.get(url);
    return (status === 'working' && statusMessage.includes('could not be called')) || undefined;
  });
  const answer = { action: 'accept', content: { 'to.zip': '12345' } };
  expect((await task.update(url, key, answer)).error).toMatchObject({ code: -32603 });
  expect((await task.cancel(url)).error).toMatchObject({ code: -32603 });
  proxy.refuse(false);
  expect(await task.waitForQuestion(url)).toMatchObject({ key });
  await task.update(url, key, answer);
  const next = await task.waitForQuestion(url, [key]);
  expect(next.params['message']).toContain('Whom to ask for?');
});

test.concurrent('an answer waits for an agent that is slow to say how its task stands', async () => {
  const { url: direct } = await startServer(visitor, { openTasks: true });
  const answers = new Barriers();
  let isSlow = false;
  const reach: typeof fetch = async (input, init) => {
    if (isSlow) await answers.pass('slow', init?.signal ?? new AbortController().signal);
    return fetch(input, init);
  };
  const agents = [{ alias: 'v', url: direct, connect: { fetch: reach } }];
  const url = await serveBridge({ agents, taskAfterMs: 1000 });
  const task = await begin(url, 'v_visit', { trip: 'slow agent' });
  trips.lift('slow agent');
  const { key } = await task.waitForQuestion(url);
  isSlow = true;
  const updating = task.update(url, key, { action: 'accept', content: { 'to.zip': '12345' } });
  // A look that begins later has given up by now.
  expect(await task.get(url)).toMatchObject({ status: 'working' });
  answers.lift('slow');
  expect((await updating).result).toEqual(ACK);
  const next = await task.waitForQuestion(url, [key]);
  expect(next.params['message']).toContain('Whom to ask for?');
});

test.concurrent('a person who declines is told when the agent cannot be, and may decline again', async () => {
  const { url: direct } = await startServer(visitor, { openTasks: true });
  let isDeaf = false;
  const reach: typeof fetch = async (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : '';
    if (isDeaf && body.includes('CancelTask'))
      await once(init?.signal ?? new EventTarget(), 'abort');
    return fetch(input, init);
  };
  const agents = [{ alias: 'v', url: direct, connect: { fetch: reach } }];
  const url = await serveBridge({ agents, taskAfterMs: 1000 });
  const task = await begin(url, 'v_visit', { trip: 'deaf' });
  trips.lift('deaf');
  const { key } = await task.waitForQuestion(url);
  isDeaf = true;
  const decline = () => task.update(url, key, { action: 'decline' });
  expect((await decline()).error).toMatchObject({ code: -32603 });
  expect((await task.cancel(url)).error).toMatchObject({ code: -32603 });
  expect(await task.waitForQuestion(url)).toMatchObject({ key });
  // A host that follows no tasks shows its model the same.
  const params = { name: 'v_visit', arguments: { trip: 'deaf' } };
  const capabilities = { elicitation: { form: {} } };
  const asked = await callRaw(url, 'tools/call', { params, capabilities });
  const { requestState, inputRequests } = asked.result;
  const [asks = ''] = Object.keys(inputRequests as object);
  const inputResponses = { [asks]: { action: 'decline' } };
  const again = { ...params, requestState, inputResponses };
  const declineCall = async () =>
    (await callRaw(url, 'tools/call', { params: again, capabilities })).result;
  const { isError, content } = await declineCall();
  expect(isError).toBe(true);
  expect(JSON.stringify(content)).toContain('the task may still wait');
  isDeaf = false;
  expect((await decline()).result).toEqual(ACK);
  await task.waitFor(url, 'cancelled');
  expect(JSON.stringify(await declineCall())).toContain('was canceled');
});

test.concurrent('a person who declines too late gets what has become of the task', async () => {
  const base = { id: 't', contextId: 'c' };
  const parts = [{ text: 'Which one?' }, { data: { lamps: ['red', 'green'] } }];
  const message = { messageId: 'q', role: 'ROLE_AGENT', parts };
  let task: object = { ...base, status: { state: 'TASK_STATE_INPUT_REQUIRED', message } };
  const raw = await startRawAgent(
    ({ method, reply }) => {
      const artifacts = [{ artifactId: 'a', parts: [{ text: 'The first one it is.' }] }];
      // Many agents answer without an error that they were faster.
      if (method === 'CancelTask')
        task = { ...base, status: { state: 'TASK_STATE_COMPLETED' }, artifacts };
      reply(method === 'SendMessage' ? { task } : task);
    },
    { capabilities: {} },
  );
  const url = await serveBridge({ agents: [{ alias: 'v', url: raw }] });
  const params = { name: 'v_echo', arguments: { message: 'A lamp.' } };
  const capabilities = { elicitation: { form: {} } };
  const asked = await callRaw(url, 'tools/call', { params, capabilities });
  const { requestState, inputRequests } = asked.result;
  // What the agent has to choose from stands in data beside its words.
  expect(JSON.stringify(inputRequests)).toMatch(/Which one\?.*green/u);
  const [asks = ''] = Object.keys(inputRequests as object);
  const inputResponses = { [asks]: { action: 'decline' } };
  const again = { ...params, requestState, inputResponses };
  const { result } = await callRaw(url, 'tools/call', { params: again, capabilities });
  expect(JSON.stringify(result)).toContain('The first one it is.');
  expect(JSON.stringify(result)).not.toContain('was canceled');
});

test.concurrent('a thousand answers to other questions ask the agent as often as one', async () => {
  const { url: direct } = await startServer(visitor, { openTasks: true });
  let asked = 0;
  const count: typeof fetch = (input, init) => {
    asked += 1;
    return fetch(input, init);
  };
  const agents = [{ alias: 'v', url: direct, connect: { fetch: count } }];
  const url = await serveBridge({ agents, taskAfterMs: 1000 });
  const task = await begin(url, 'v_visit', { trip: 'many' });
  trips.lift('many');
  await task.waitForQuestion(url);
  const give = async (times: number): Promise<number> => {
    const before = asked;
    const keys = Array.from({ length: times }, (_, index) => [`other-${index}`, {}]);
    const { result } = await task.answer(url, Object.fromEntries(keys));
    expect(result).toMatchObject(UNCERTAIN);
    return asked - before;
  };
  expect(await give(1000)).toBe(await give(1));
  await task.cancel(url);
});

test.concurrent('an agent that numbers no questions is still asked for each', async () => {
  let said = 1;
  let isAsking = false;
  const agent = await startRawAgent(
    ({ method, reply }) => {
      const begun = toTask('t', 'TASK_STATE_WORKING');
      if (!isAsking) return reply(method === 'SendMessage' ? { task: begun } : begun);
      if (method === 'SendMessage') said += 1;
      const state = said > 3 ? 'TASK_STATE_COMPLETED' : 'TASK_STATE_INPUT_REQUIRED';
      const parts = [{ text: `Question ${said}?` }];
      const message = { messageId: `m${said}`, role: 'ROLE_AGENT', parts };
      const task = { ...toTask('t', state), status: { state, message } };
      return reply(method === 'SendMessage' ? { task } : task);
    },
    { capabilities: { streaming: false } },
  );
  const url = await startBridge(agent);
  const task = await begin(url, 'v_ask', { message: 'hello' });
  isAsking = true;
  const first = await task.waitForQuestion(url);
  await task.update(url, first.key, { action: 'accept', content: { reply: '' } });
  const again = await task.waitForQuestion(url, [first.key]);
  expect(again.params['message']).toContain('The last answer did not fit');
  await task.update(url, again.key, { action: 'accept', content: { reply: 'one' } });
  const second = await task.waitForQuestion(url, [first.key, again.key]);
  expect(second.params['message']).toContain('Question 2?');
  await task.update(url, second.key, { action: 'accept', content: { reply: '' } });
  const misfit = await task.waitForQuestion(url, [second.key]);
  expect(misfit.params['message']).toContain('The last answer did not fit');
  // Another one answers it, and what did not fit there says nothing of the next question.
  said += 1;
  const third = await task.waitForQuestion(url, [second.key, misfit.key]);
  expect(third.params['message']).toMatch(/Question 3\?$/u);
  await task.update(url, third.key, { action: 'accept', content: { reply: 'three' } });
  await task.waitFor(url, 'completed');
});

test.concurrent('a question that an agent streams is asked once the agent gives its task', async () => {
  let isAsking = false;
  let isGiven = false;
  const agent = await startRawAgent(({ id, method, reply, stream, response }) => {
    const state = isAsking ? 'TASK_STATE_INPUT_REQUIRED' : 'TASK_STATE_WORKING';
    const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'Which?' }] };
    const task = { ...toTask('t', state), status: { state, message } };
    if (method !== 'GetTask') return stream([{ task }], { open: !isAsking });
    if (isGiven || !isAsking) return reply(task);
    const error = { code: -32_603, message: 'not now' };
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
  });
  const url = await startBridge(agent);
  const task = await begin(url, 'v_ask', { message: 'hello' });
  isAsking = true;
  const untold = await task.waitFor(url, 'working');
  expect(untold).toMatchObject({ status: 'working' });
  expect(untold.statusMessage).toContain('not now');
  isGiven = true;
  expect((await task.waitForQuestion(url)).params['message']).toContain('Which?');
});
