import { demoAgent } from '@formwork/demo';
import { once } from 'node:events';
import { expect } from 'vitest';
import { createAgent } from '../support/asking-agent.ts';
import { callAgent, eachOverBindings, testOverBindings } from '../support/bindings.ts';
import { createGate } from '../support/gate.ts';
import { createMessage, createTaggedPart, type JsonRpcAnswer } from '../support/json-rpc.ts';
import { createPieceAgent } from '../support/piece-agent.ts';
import { startServer } from '../support/start-server.ts';

interface WireTask {
  readonly id: string;
  readonly contextId: string;
  readonly status: { readonly state: string };
  readonly history?: readonly unknown[];
}

const fight = createTaggedPart('fightComparison', { a: 'Lion', b: 'Tiger' });

type Headers = Readonly<Record<string, string>>;
type Call = readonly [method: string, params: object, headers?: Headers];

function call(url: string, ...[method, params, headers = {}]: Call): Promise<JsonRpcAnswer> {
  return callAgent(url, { method, params }, { headers });
}

async function send(url: string, message: object, headers: Headers = {}): Promise<WireTask> {
  const { body } = await call(url, 'SendMessage', { message }, headers);
  expect(body.error).toBeUndefined();
  return body.result?.['task'] as WireTask;
}

/** Accepts the user that a header names, without proof, so that tests can tell callers apart. */
const authenticate = ({ headers }: { headers: Record<string, unknown> }) =>
  typeof headers['x-user'] === 'string' ? { id: headers['x-user'] } : undefined;

testOverBindings(
  'a repeated message finds its task; another one with the same id does not',
  async () => {
    const { url } = await startServer(demoAgent);
    const message = createMessage([fight]) as { messageId: string };
    const first = await send(url, message);
    expect((await send(url, message)).id).toBe(first.id);
    const other = createTaggedPart('fightComparison', { a: 'Bear', b: 'Shark' });
    expect((await send(url, { ...message, parts: [other] })).id).not.toBe(first.id);
  },
);

testOverBindings('a guessable message id never opens the task of somebody else', async () => {
  const { url } = await startServer(demoAgent, { authenticate });
  const message = createMessage([fight], { messageId: '1' });
  expect((await send(url, message)).id).not.toBe((await send(url, message)).id);
  const ada = { 'x-user': 'ada' };
  const task = await send(url, message, ada);
  expect((await send(url, message, ada)).id).toBe(task.id);
  expect((await send(url, message, { 'x-user': 'bob' })).id).not.toBe(task.id);
});

testOverBindings('tasks of another principal do not exist', async () => {
  const { url } = await startServer(demoAgent, { authenticate });
  const { id, contextId } = await send(url, createMessage([fight]), { 'x-user': 'ada' });
  for (const headers of [{ 'x-user': 'bob' }, {}]) {
    for (const method of ['GetTask', 'CancelTask', 'SubscribeToTask']) {
      const { body } = await call(url, method, { id }, headers);
      expect(body.error?.code).toBe(-32001);
    }
    const list = await call(url, 'ListTasks', { contextId }, headers);
    expect(list.body.result).toMatchObject({ tasks: [], totalSize: 0 });
    const reply = createMessage([{ text: 'hi' }], { taskId: id });
    const { body } = await call(url, 'SendMessage', { message: reply }, headers);
    expect(body.error?.code).toBe(-32001);
  }
  const own = await call(url, 'ListTasks', { contextId }, { 'x-user': 'ada' });
  expect(own.body.result).toMatchObject({ tasks: [{ id }], totalSize: 1 });
});

testOverBindings(
  'without authentication a task opens by its id, and lists stay empty',
  async () => {
    const { url } = await startServer(demoAgent);
    const { id } = await send(url, createMessage([fight]));
    expect((await call(url, 'GetTask', { id })).body.result).toMatchObject({ id });
    expect((await call(url, 'ListTasks', {})).body.result).toMatchObject({ totalSize: 0 });
  },
);

testOverBindings('ListTasks filters, pages and shows as much as it is asked for', async () => {
  const { url } = await startServer(demoAgent, { openTasks: true });
  const contextId = 'one-context';
  for (let n = 0; n < 5; n += 1) await send(url, createMessage([fight], { contextId }));
  await send(url, createMessage([fight]));

  const all = await call(url, 'ListTasks', {});
  expect(all.body.result).toMatchObject({ totalSize: 6, pageSize: 50, nextPageToken: '' });
  const first = await call(url, 'ListTasks', { contextId, pageSize: 3, historyLength: 0 });
  const { tasks, nextPageToken, totalSize } = first.body.result as {
    tasks: WireTask[];
    nextPageToken: string;
    totalSize: number;
  };
  expect([tasks.length, totalSize]).toEqual([3, 5]);
  expect(tasks[0]).not.toHaveProperty('artifacts');
  expect(tasks[0]?.history ?? []).toEqual([]);
  const second = await call(url, 'ListTasks', {
    contextId,
    pageSize: 3,
    pageToken: nextPageToken,
    includeArtifacts: true,
  });
  const rest = second.body.result as { tasks: (WireTask & { artifacts: unknown[] })[] };
  expect(rest.tasks).toHaveLength(2);
  expect(rest.tasks[0]?.artifacts).toHaveLength(1);
  expect(new Set([...tasks, ...rest.tasks].map(({ id }) => id)).size).toBe(5);

  const working = await call(url, 'ListTasks', { status: 'TASK_STATE_WORKING' });
  expect(working.body.result).toMatchObject({ totalSize: 0 });
});

const NO_TIMES = [
  'yesterday',
  '5',
  'Nov 22 2026',
  'x 2026-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-02-03T25:00:00Z',
];

async function expectRefusal(params: object, field: string): Promise<void> {
  const { url } = await startServer(demoAgent, { openTasks: true });
  const { body } = await call(url, 'ListTasks', params);
  expect(body.error?.code).toBe(-32602);
  expect(body.error?.message).toContain(field);
}

eachOverBindings([
  [{ pageSize: 0 }, 'pageSize'],
  [{ pageSize: 101 }, 'pageSize'],
  [{ historyLength: -1 }, 'historyLength'],
  [{ status: 'NONSENSE' }, 'status'],
  [{ pageToken: 'garbage' }, 'page'],
])('ListTasks refuses %j and names the field', expectRefusal);

// gRPC has types for values that JSON and addresses carry as text.
eachOverBindings(
  [
    ...NO_TIMES.map((time) => [{ statusTimestampAfter: time }, 'statusTimestampAfter'] as const),
    [{ statusTimestampAfter: 5 }, 'statusTimestampAfter'],
    [{ includeArtifacts: 'yes' }, 'includeArtifacts'],
  ],
  { except: ['gRPC'] },
)('ListTasks refuses %j and names the field', expectRefusal);

// In an address, all values are texts.
eachOverBindings([[{ contextId: 5 }, 'contextId']], { except: ['REST', 'gRPC'] })(
  'ListTasks refuses %j and names the field',
  expectRefusal,
);

eachOverBindings([
  '2020-01-01T00:00:00Z',
  '2020-02-29T23:59:59.123456789+01:00',
  '2020-01-01t00:00:00z',
])('ListTasks takes the time %s', async (statusTimestampAfter) => {
  const { url } = await startServer(demoAgent, { openTasks: true });
  const { body } = await call(url, 'ListTasks', { statusTimestampAfter });
  expect(body.result).toMatchObject({ totalSize: 0 });
});

testOverBindings('returnImmediately answers before the task is done', async () => {
  const { agent, release } = createPieceAgent();
  const { url } = await startServer(agent);
  const message = createMessage([createTaggedPart('pieces', { count: 1, holdAt: 0 })]);
  const configuration = { returnImmediately: true };
  const { body } = await call(url, 'SendMessage', { message, configuration });
  const { id, status } = body.result?.['task'] as WireTask;
  expect(['TASK_STATE_SUBMITTED', 'TASK_STATE_WORKING']).toContain(status.state);
  release();
  await expect
    .poll(async () => (await call(url, 'GetTask', { id })).body.result)
    .toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } });
});

testOverBindings(
  'a blocking call ends when the task is cancelled, and nothing is written after',
  async () => {
    const late = createGate<unknown>();
    const agent = createAgent(async (task) => {
      await task.artifact({ id: 'a', text: 'one' });
      await once(task.signal, 'abort');
      await task.artifact({ id: 'a', text: 'two', append: true }).catch(late.open);
      return 'never';
    });
    const { url } = await startServer(agent, { openTasks: true });
    const blocking = send(url, createMessage([createTaggedPart('any', {})]));
    const running = { status: 'TASK_STATE_WORKING' };
    await expect
      .poll(async () => (await call(url, 'ListTasks', running)).body.result?.['totalSize'])
      .toBe(1);
    const list = await call(url, 'ListTasks', running);
    const [{ id } = { id: '' }] = list.body.result?.['tasks'] as WireTask[];
    const canceled = await call(url, 'CancelTask', { id });
    expect(canceled.body.result).toMatchObject({ status: { state: 'TASK_STATE_CANCELED' } });
    expect((await blocking).status.state).toBe('TASK_STATE_CANCELED');
    const atOnce = await call(url, 'GetTask', { id });
    expect(await late.opened).toBeInstanceOf(Error);
    expect((await call(url, 'GetTask', { id })).body.result).toEqual(atOnce.body.result);
  },
);

testOverBindings(
  'push notifications and the extended card are refused in the words of the protocol',
  async () => {
    const { url } = await startServer(demoAgent);
    const push = { taskId: 'x', url: 'http://127.0.0.1:1/' };
    expect((await call(url, 'CreateTaskPushNotificationConfig', push)).body.error?.code).toBe(
      -32003,
    );
    expect((await call(url, 'GetExtendedAgentCard', {})).body.error?.code).toBe(-32004);
    const message = createMessage([fight]);
    const configuration = { taskPushNotificationConfig: push };
    const inline = await call(url, 'SendMessage', { message, configuration });
    expect(inline.body.error?.code).toBe(-32003);
  },
);
