import { expect, test } from 'vitest';
import { answer, createAgent, start } from '../support/asking-agent.ts';
import { callAgent, eachOverBindings, findDoor } from '../support/bindings.ts';
import { collectEvents, readEvents } from '../support/event-stream.ts';
import { createMessage, createTaggedPart, type JsonRpcAnswer } from '../support/json-rpc.ts';
import { QUICK_PUSH } from '../support/push.ts';
import { openReceiver } from '../support/receiver.ts';
import { startServer } from '../support/start-server.ts';

// The generation of a task, from the draft of A2A 1.1: behind an option, because it may change.

/** An agent that asks two questions. */
const asking = createAgent(async (task) => {
  await task.ask('First?');
  await task.ask('Second?');
  return 'Done';
});

// The SDK's gRPC codecs drop what A2A 1.0 does not have.
const overJson = eachOverBindings([[]], { except: ['gRPC'] });

interface Shown {
  readonly id: string;
  readonly generation?: string;
  readonly status: { readonly state: string };
}

async function get(url: string, id: string, more: object = {}): Promise<Shown> {
  const { body } = await callAgent(url, { method: 'GetTask', params: { id, ...more } });
  return body.result as unknown as Shown;
}

function reply(url: string, taskId: string, ifGenerationMatch: unknown): Promise<JsonRpcAnswer> {
  const message = createMessage([{ text: 'An answer' }], { taskId });
  const configuration = { ifGenerationMatch };
  return callAgent(url, { method: 'SendMessage', params: { message, configuration } });
}

overJson('a task shows its generation in every answer, and each update its own', async () => {
  const { url } = await startServer(asking, { generation: true, openTasks: true });
  const { id, generation } = (await start(url)) as unknown as Shown;
  expect(generation).toMatch(/^[1-9]\d*$/u);
  expect(await get(url, id)).toMatchObject({ generation });
  const { body } = await callAgent(url, { method: 'ListTasks', params: {} });
  expect(body.result?.['tasks']).toMatchObject([{ id, generation }]);
  const door = findDoor();
  const stream = await door.stream(url, { schema: 'any', data: {} });
  const seen = (await collectEvents(stream)).map(({ data }) => {
    const [event] = Object.values(door.toPayload(data) as Record<string, Shown>);
    return Number(event?.generation);
  });
  expect(seen.length).toBeGreaterThan(0);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.at(-1)).toBe(Number(generation));
  const canceled = await callAgent(url, { method: 'CancelTask', params: { id } });
  expect(Number(canceled.body.result?.['generation'])).toBeGreaterThan(Number(generation));
});

overJson('a message counts only for the generation that its sender has seen', async () => {
  const { url } = await startServer(asking, { generation: true });
  const { id, generation } = (await start(url)) as unknown as Shown;
  // Of several at once, exactly one is taken.
  const all = await Promise.all([1, 2, 3, 4].map(() => reply(url, id, generation)));
  const refused = all.flatMap(({ body }) => (body.error === undefined ? [] : [body.error]));
  expect(refused).toHaveLength(3);
  const now = await get(url, id);
  expect(now.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
  for (const { message, data } of refused) {
    expect(message).toMatch(
      /ifGenerationMatch must be the generation of task .+: current value is/u,
    );
    expect(data).toMatchObject([{ reason: 'TASK_GENERATION_MISMATCH' }]);
  }
  const late = await reply(url, id, Number(generation));
  expect(late.body.error?.message).toContain(`(${now.generation})`);
  // A number is read as well as its text, and the message that fits goes on.
  const fits = await reply(url, id, Number(now.generation));
  expect(fits.body.result?.['task']).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } });
});

overJson(
  'a message that is sent again is the same, although its generation has passed',
  async () => {
    const { url } = await startServer(asking, { generation: true });
    const { id, generation } = (await start(url)) as unknown as Shown;
    const params = {
      message: createMessage([{ text: 'An answer' }], { taskId: id }),
      configuration: { ifGenerationMatch: generation },
    };
    const first = await callAgent(url, { method: 'SendMessage', params });
    const again = await callAgent(url, { method: 'SendMessage', params });
    expect(again.body.result).toEqual(first.body.result);
  },
);

overJson('a generation that says nothing is refused with its place', async () => {
  const { url } = await startServer(asking, { generation: true });
  const { id } = await start(url);
  for (const wrong of ['soon', -1, 1.5, true, {}]) {
    const { body } = await reply(url, id, wrong);
    expect(body.error).toMatchObject({
      code: -32_602,
      message: expect.stringContaining('configuration.ifGenerationMatch must be an integer from 0'),
    });
  }
  const long = await reply(url, id, 'x'.repeat(10_000));
  expect(long.body.error?.message.length).toBeLessThan(500);
  const { body } = await reply(url, '', 1);
  expect(body.error?.message).toContain('must stand beside message.taskId');
});

overJson('GetTask waits until the task has gone beyond the generation that is named', async () => {
  const { url } = await startServer(asking, { generation: true });
  const { id, generation } = (await start(url)) as unknown as Shown;
  const behind = await get(url, id, { currentGeneration: Number(generation) - 1 });
  expect(behind.generation).toBe(generation);
  let isOpen = true;
  const waiting = get(url, id, { currentGeneration: generation }).finally(() => {
    isOpen = false;
  });
  await get(url, id);
  expect(isOpen).toBe(true);
  await answer(url, id, { text: 'An answer' });
  expect(Number((await waiting).generation)).toBeGreaterThan(Number(generation));
  // Nothing more happens to a task that has ended, so nobody waits for it.
  await answer(url, id, { text: 'Another' });
  const end = await get(url, id);
  expect(await get(url, id, { currentGeneration: end.generation })).toEqual(end);
});

test('the error has the codes of the draft: -32010, and HTTP 409', async () => {
  const { url } = await startServer(asking, { generation: true });
  const { id } = await start(url);
  const refused = await reply(url, id, 1);
  expect(refused.body.error?.code).toBe(-32_010);
  const message = createMessage([{ text: 'An answer' }], { taskId: id });
  const response = await fetch(`${url}/a2a/rest/message:send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify({ message, configuration: { ifGenerationMatch: '1' } }),
  });
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ error: { code: 409, status: 'ABORTED' } });
});

overJson('without the option, nothing of it is shown or read', async () => {
  const { url } = await startServer(asking);
  const { id, ...task } = (await start(url)) as unknown as Shown;
  expect(task).not.toHaveProperty('generation');
  const door = findDoor();
  for await (const { data } of readEvents(await door.subscribe(url, id))) {
    expect(JSON.stringify(data)).not.toContain('generation');
    break;
  }
  expect((await reply(url, id, 'soon')).body.error).toBeUndefined();
});

test('push notifications carry the generation of their update', async () => {
  const { url: receiver, received } = await openReceiver();
  const { url } = await startServer(asking, { generation: true, push: QUICK_PUSH });
  const message = createMessage([createTaggedPart('any', {})]);
  const configuration = { taskPushNotificationConfig: { url: receiver } };
  const { body } = await callAgent(url, {
    method: 'SendMessage',
    params: { message, configuration },
  });
  const { generation } = body.result?.['task'] as Shown;
  const listed = (): readonly unknown[] =>
    received
      .flatMap((one) => Object.values(one.body as Record<string, Shown>))
      .map((one) => one.generation);
  await expect.poll(listed).toContain(generation);
  expect(listed()).not.toContain(undefined);
});
