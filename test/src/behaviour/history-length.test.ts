import { defineAgent, defineSkill } from '@formwork/core';
import { expect } from 'vitest';
import { callAgent, eachOverBindings, findDoor, testOverBindings } from '../support/bindings.ts';
import { collectEvents } from '../support/event-stream.ts';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';

interface WireTask {
  readonly id: string;
  readonly contextId: string;
  readonly history?: readonly { readonly parts: readonly { readonly text?: string }[] }[];
}

type Query = Readonly<Record<string, unknown>>;

/** An agent that asks three questions and then ends its task. */
const agent = defineAgent({
  name: 'Asker',
  version: '1',
  skills: [
    defineSkill({
      id: 'ask',
      name: 'Ask',
      description: 'Asks.',
      tags: [],
      input: { any: { type: 'object' } },
      async run({ task }) {
        for (const question of ['One?', 'Two?', 'Three?']) await task.ask(question);
        return 'Done';
      },
    }),
  ],
});

async function startDialogue(): Promise<{ readonly url: string; readonly task: WireTask }> {
  const { url } = await startServer(agent, { authenticate: () => ({ id: 'ada' }) });
  const { task: first } = await send(url, [createTaggedPart('any', {})]);
  await send(url, [{ text: 'a' }], { taskId: first?.id });
  const { task } = await send(url, [{ text: 'b' }], { taskId: first?.id });
  if (task === undefined) throw new Error('The message made no task.');
  return { url, task };
}

async function send(
  url: string,
  parts: readonly object[],
  { taskId, configuration }: { readonly taskId?: string | undefined; configuration?: Query } = {},
): Promise<{ readonly task?: WireTask; readonly error?: string }> {
  const message = createMessage(parts, taskId === undefined ? {} : { taskId });
  const params = { message, ...(configuration && { configuration }) };
  const { body } = await callAgent(url, { method: 'SendMessage', params });
  return toOutcome(body.result?.['task'], body.error?.message);
}

function toOutcome(task: unknown, error: string | undefined) {
  return { ...(task !== undefined && { task: task as WireTask }), ...(error && { error }) };
}

function countHistory(task: WireTask | undefined): number | undefined {
  return task && (task.history ?? []).length;
}

/**
 * The requests that take a `historyLength`; each resolves with the number of messages in the
 * answer, or with the error.
 */
const READERS: Readonly<
  Record<string, (url: string, task: WireTask, query: Query) => Promise<unknown>>
> = {
  async GetTask(url, { id }, query) {
    const { body } = await callAgent(url, { method: 'GetTask', params: { id, ...query } });
    return body.error?.message ?? countHistory(body.result as unknown as WireTask);
  },
  async ListTasks(url, { contextId }, query) {
    const params = { contextId, ...query };
    const { body } = await callAgent(url, { method: 'ListTasks', params });
    const tasks = body.result?.['tasks'] as readonly WireTask[] | undefined;
    return body.error?.message ?? countHistory(tasks?.[0]);
  },
  async 'tasks/get of 0.3'(url, { id }, query) {
    const request = { method: 'tasks/get', params: { id, ...query } };
    const { body } = await callAgent(url, request, { version: '0.3' });
    return body.error?.message ?? countHistory(body.result as unknown as WireTask);
  },
};

const NO_LENGTH =
  /^Cannot read the request because historyLength must be (a whole number|an integer)/u;

eachOverBindings(Object.entries(READERS))(
  '%s gives as much history as is asked for',
  async (_, read) => {
    const { url, task } = await startDialogue();
    const all = countHistory(task);
    expect(all).toBeGreaterThanOrEqual(3);
    expect(await read(url, task, {})).toBe(all);
    expect(await read(url, task, { historyLength: 0 })).toBe(0);
    expect(await read(url, task, { historyLength: 1 })).toBe(1);
    expect(await read(url, task, { historyLength: 1_000_000 })).toBe(all);
    expect(await read(url, task, { historyLength: -1 })).toMatch(NO_LENGTH);
  },
);

// Protobuf can carry whole numbers only.
eachOverBindings(Object.entries(READERS), { except: ['gRPC'] })(
  '%s refuses lengths that are no whole numbers',
  async (_, read) => {
    const { url, task } = await startDialogue();
    for (const historyLength of [1.5, 'two']) {
      expect(await read(url, task, { historyLength })).toMatch(NO_LENGTH);
    }
  },
);

testOverBindings('SendMessage gives the newest messages, as many as are asked for', async () => {
  const { url, task } = await startDialogue();
  const all = countHistory(task) ?? 0;
  const wrong = { taskId: task.id, configuration: { historyLength: -1 } };
  expect((await send(url, [{ text: 'c' }], wrong)).error).toMatch(
    /^Cannot read the request because configuration\.historyLength must be a whole number/u,
  );
  const newest = { taskId: task.id, configuration: { historyLength: 1 } };
  const { task: ended } = await send(url, [{ text: 'c' }], newest);
  expect(ended?.history?.map(({ parts }) => parts[0]?.text)).toEqual(['c']);
  const [none, more] = [0, 100].map((historyLength) =>
    send(url, [createTaggedPart('any', {})], { configuration: { historyLength } }),
  );
  expect(countHistory((await none)?.task)).toBe(0);
  expect(countHistory((await more)?.task)).toBe(1);
  expect(all).toBeGreaterThan(1);
});

testOverBindings('SendStreamingMessage starts with as much history as is asked for', async () => {
  const { url, task } = await startDialogue();
  const door = findDoor();
  async function open(historyLength: number): Promise<unknown> {
    const configuration = { historyLength };
    const response = await door.stream(url, { schema: 'any', data: {}, configuration });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (isStream !== true) return response.text();
    const [first] = await collectEvents(response);
    return countHistory(
      (door.toPayload(first?.data) as { readonly task?: WireTask } | undefined)?.task,
    );
  }
  expect(await open(0)).toBe(0);
  expect(await open(5)).toBe(1);
  expect(await open(-1)).toContain('configuration.historyLength must be a whole number');
  expect(task.id).not.toBe('');
});
