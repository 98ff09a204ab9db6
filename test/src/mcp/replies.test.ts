import { defineAgent, defineSkill } from '@formwork/core';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'vitest';
import { createGate } from '../support/gate.ts';
import { WAIT_LIMIT } from '../support/limits.ts';
import { startRawAgent, toTask } from '../support/raw-agent.ts';
import { startServer } from '../support/start-server.ts';
import { followTests } from '../support/test-end.ts';
import { begin } from './following-host.ts';
import { serveBridge } from './hosts.ts';
import { callRaw } from './raw-mcp.ts';
import { LOGIN, trips, visitor } from './visitor-agent.ts';

// Each test waits for its own bridges and agents.
followTests();

test.concurrent('a reply belongs to what the answer with its task_id has shown, not to what is asked next', async ({
  expect,
}) => {
  const enter = defineSkill({
    id: 'enter',
    name: 'Enter',
    description: 'Asks twice in words, and wants two sign-ins.',
    tags: [],
    input: { any: { type: 'object' } },
    async run({ task }) {
      const first = await task.ask('Delete the draft?');
      const second = await task.ask('Delete everything?');
      await task.authorize('Show your face.', { url: LOGIN });
      await task.authorize('Give all rights.', { url: LOGIN });
      return `${first} and ${second}`;
    },
  });
  const agent = defineAgent({ name: 'Doors', version: '1', skills: [enter] });
  const { url: direct } = await startServer(agent, { openTasks: true });
  let isAway = false;
  const reach: typeof fetch = async (input, init) => {
    if (isAway) throw new TypeError('fetch failed');
    return fetch(input, init);
  };
  const agents = [{ alias: 'd', url: direct, connect: { fetch: reach } }];
  const url = await serveBridge({ agents });
  const use = async (name: string, args: object) =>
    (await callRaw(url, 'tools/call', { params: { name, arguments: args } })).result;
  const readId = (result: Readonly<Record<string, unknown>>): unknown =>
    (result['structuredContent'] as { readonly task_id: string }).task_id;
  const reply = (task_id: unknown, message = 'yes') =>
    use('a2a_task', { task_id, action: 'reply', message });
  const asks = (text: string) => ({ structuredContent: { question: { text } } });
  const wants = (text: string) => ({
    structuredContent: { state: 'auth_required', text: `${text}\n${LOGIN}` },
  });
  const late = { _meta: { 'dev.formwork/a2a': { answer: 'not_used' } } };

  const first = readId(await use('d_enter', {}));
  const asked = await reply(first);
  expect(asked).toMatchObject(asks('Delete everything?'));
  expect(asked).not.toMatchObject(late);
  // A repetition is no second answer, and neither is another answer to the first question.
  const again = await reply(first);
  expect(again).toMatchObject(asks('Delete everything?'));
  expect(again).not.toMatchObject(late);
  expect(await reply(first, 'no')).toMatchObject({ ...asks('Delete everything?'), ...late });
  // The same word may be the answer to both.
  const second = readId(asked);
  // Nothing is said of an answer that could not be sent: its question is still open.
  isAway = true;
  const unsent = await reply(second);
  expect(unsent).toMatchObject({ isError: true });
  expect(JSON.stringify(unsent)).not.toMatch(/no longer waits|not_known/u);
  isAway = false;
  const face = await reply(second);
  expect(face).toMatchObject(wants('Show your face.'));
  // An answer is no consent, and the consent to one sign-in is none to the next.
  expect(await reply(second, 'no')).toMatchObject({ ...wants('Show your face.'), ...late });
  const rights = await reply(readId(face), 'Done.');
  expect(rights).toMatchObject(wants('Give all rights.'));
  expect(await reply(readId(face), 'Done.')).toMatchObject(wants('Give all rights.'));
  expect(await reply(readId(rights), 'Done.')).toMatchObject({
    structuredContent: { state: 'completed', text: 'yes and yes' },
  });
});

test.concurrent('an answer that has not come in time is told as lost once the task goes on with another', async ({
  expect,
}) => {
  const isFreed = createGate();
  const isAnswered = createGate();
  const greet = defineSkill({
    id: 'greet',
    name: 'Greet',
    description: 'Greets.',
    tags: [],
    input: { any: { type: 'object' } },
    async run({ task }) {
      const name = await task.ask('What is your name?');
      isAnswered.open();
      await isFreed.opened;
      return name;
    },
  });
  const isSent = createGate();
  let hasSent = false;
  // The answer of Bob never comes, and his bridge looks at the task once it goes on with another.
  const slow: typeof fetch = async (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : '';
    if (body.includes('Bob')) {
      hasSent = true;
      isSent.open();
      await once(init?.signal ?? new EventTarget(), 'abort');
    } else if (hasSent && body.includes('GetTask')) await isAnswered.opened;
    return fetch(input, init);
  };
  const agent = defineAgent({ name: 'Greeter', version: '1', skills: [greet] });
  const { url: direct } = await startServer(agent, { openTasks: true });
  const handleKey = randomBytes(32);
  const [patient, brief] = [
    await serveBridge({ agents: [{ alias: 'a', url: direct }], handleKey, budgetMs: WAIT_LIMIT }),
    await serveBridge({
      agents: [{ alias: 'a', url: direct, connect: { fetch: slow } }],
      handleKey,
      budgetMs: 1000,
    }),
  ];
  const capabilities = { elicitation: { form: {} } };
  const call = async (url: URL, more: object = {}) =>
    (
      await callRaw(url, 'tools/call', {
        params: { name: 'a_greet', arguments: {}, ...more },
        capabilities,
      })
    ).result;
  const { requestState } = await call(patient);
  const give = (url: URL, reply: string) => {
    const answer = { action: 'accept', content: { reply } };
    return call(url, { requestState, inputResponses: { answer } });
  };
  const late = give(brief, 'Bob');
  await isSent.opened;
  const first = give(patient, 'Ada');
  await isAnswered.opened;
  expect(await late).toMatchObject({
    structuredContent: { state: 'working' },
    _meta: { 'dev.formwork/a2a': { answer: 'not_used' } },
  });
  isFreed.open();
  expect(JSON.stringify(await first)).toContain('Ada');
});

test.concurrent('a call of the task tool that comes again with an answer becomes no task', async ({
  expect,
}) => {
  const message = { messageId: 'q', role: 'ROLE_AGENT', parts: [{ text: 'Which one?' }] };
  const status = { state: 'TASK_STATE_INPUT_REQUIRED', message };
  let isAnswered = false;
  const raw = await startRawAgent(
    ({ method, params, reply }) => {
      isAnswered ||= params.message?.taskId === 't';
      const state = method === 'SendMessage' ? 'TASK_STATE_WORKING' : 'TASK_STATE_COMPLETED';
      const task = isAnswered
        ? toTask('t', state, 'The red one.')
        : { id: 't', contextId: 'c', status };
      reply(method === 'SendMessage' ? { task } : task);
    },
    { capabilities: {} },
  );
  const url = await serveBridge({ agents: [{ alias: 'v', url: raw }], taskAfterMs: 1 });
  const echo = { name: 'v_echo', arguments: { message: 'A lamp.' } };
  const { structuredContent } = (await callRaw(url, 'tools/call', { params: echo })).result;
  const taskId: unknown = Reflect.get(Object(structuredContent), 'task_id');
  const params = { name: 'a2a_task', arguments: { task_id: taskId } };
  const extensions = { 'io.modelcontextprotocol/tasks': {} };
  const capabilities = { elicitation: { form: {} }, extensions };
  const asked = await callRaw(url, 'tools/call', { params, capabilities });
  const { requestState, inputRequests } = asked.result;
  const [asks = ''] = Object.keys(inputRequests as object);
  const inputResponses = { [asks]: { action: 'accept', content: { reply: 'red' } } };
  const again = { ...params, requestState, inputResponses };
  const { result } = await callRaw(url, 'tools/call', { params: again, capabilities });
  expect(result).toMatchObject({ structuredContent: { state: 'completed', text: 'The red one.' } });
});

test.concurrent('an answer that came too late is repeated when the agent could not say so', async ({
  expect,
}) => {
  const { url: direct } = await startServer(visitor, { openTasks: true });
  const handleKey = randomBytes(32);
  const other = await serveBridge({ agents: [{ alias: 'v', url: direct }], handleKey });
  let isAway = false;
  let beforeAnswer: (() => Promise<unknown>) | undefined;
  const reach: typeof fetch = async (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : '';
    if (isAway && body.includes('GetTask')) throw new TypeError('fetch failed');
    if (body.includes('"99999"') && beforeAnswer !== undefined) {
      await beforeAnswer();
      isAway = true;
    }
    return fetch(input, init);
  };
  const agents = [{ alias: 'v', url: direct, connect: { fetch: reach } }];
  const url = await serveBridge({ agents, handleKey, taskAfterMs: 1000 });
  const task = await begin(other, 'v_visit', { trip: 'late' });
  trips.lift('late');
  const { key } = await task.waitForQuestion(other);
  const give = (host: URL, zip: string) =>
    task.update(host, key, { action: 'accept', content: { 'to.zip': zip } });
  beforeAnswer = () => give(other, '12345');
  expect((await give(url, '99999')).error).toMatchObject({ code: -32603 });
  beforeAnswer = undefined;
  isAway = false;
  expect((await give(url, '99999')).result).toMatchObject({
    _meta: { 'dev.formwork/a2a': { answer: 'not_used' } },
  });
});
