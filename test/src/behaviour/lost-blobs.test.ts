import { defineAgent, defineSkill } from '@formwork/core';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createServer } from '@formwork/server';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { bindingOptions, callAgent, testOverBindings } from '../support/bindings.ts';
import { createMessage, type JsonRpcAnswer } from '../support/json-rpc.ts';

const BIG = 'x'.repeat(400_000);

/** An agent that asks, waits or ends, as the first word of the message says. */
const agent = defineAgent({
  name: 'Worker',
  version: '1',
  skills: [
    defineSkill({
      id: 'work',
      name: 'Work',
      description: 'Works.',
      tags: [],
      async text({ text, task }) {
        if (text.startsWith('ask')) return task.ask('Well?');
        if (text.startsWith('wait')) await once(task.signal, 'abort');
        return 'done';
      },
    }),
  ],
});

interface Door {
  readonly call: (method: string, params: object) => Promise<JsonRpcAnswer>;
  readonly end: () => Promise<void>;
}

async function open(file: string): Promise<Door> {
  const engine = createSqliteEngine({ file });
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const server = createServer(agent, { engine, logger, openTasks: true, ...bindingOptions() });
  const { url } = await server.listen({ port: 0 });
  async function end(): Promise<void> {
    await server.close();
    await engine.close();
  }
  onTestFinished(end);
  return { call: (method, params) => callAgent(url, { method, params }), end };
}

/** Makes a task whose message is lost, and opens it in a server that has never read the message. */
async function openLost(kind: string): Promise<Door & { readonly id: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'tasks.db');
  const first = await open(file);
  const { body } = await first.call('SendMessage', {
    message: createMessage([{ text: `${kind} ${BIG}` }]),
  });
  const { id } = body.result?.['task'] as { readonly id: string };
  await first.end();
  const blobs = readdirSync(`${file}-blobs`);
  expect(blobs).not.toEqual([]);
  for (const blob of blobs) rmSync(join(`${file}-blobs`, blob));
  return { ...(await open(file)), id };
}

testOverBindings('a task that has lost a part can be canceled, and says so', async () => {
  const { call, id } = await openLost('ask');
  // The second cancellation, such as one whose answer was lost, is answered like the first.
  for (const canceled of [await call('CancelTask', { id }), await call('CancelTask', { id })]) {
    expect(canceled.body.result).toMatchObject({
      id,
      status: {
        state: 'TASK_STATE_CANCELED',
        message: { parts: [{ text: expect.stringMatching(/canceled.*lost/u) }] },
      },
    });
  }
});

testOverBindings('a task that ended and has lost a part cannot be canceled', async () => {
  const { call, id } = await openLost('end');
  expect((await call('CancelTask', { id })).body.error).toMatchObject({ code: -32_002 });
});

testOverBindings(
  'a task that has lost a part is not there now for its readers, and a list leaves it out',
  async () => {
    const { call, id } = await openLost('ask');
    const answer = { message: createMessage([{ text: 'Yes' }], { taskId: id }) };
    for (const [method, params] of [
      ['GetTask', { id }],
      ['SubscribeToTask', { id }],
      ['SendMessage', answer],
    ] as const) {
      expect((await call(method, params)).body.error).toMatchObject({
        code: -32_000,
        message: `Cannot read task ${id} now because a part of it is out of reach. Try again later; the task can be canceled.`,
        data: [{ reason: 'UNAVAILABLE' }, { requestId: expect.any(String) }],
      });
    }
    const page = await call('ListTasks', {});
    expect(page.body.result).toMatchObject({ tasks: [], totalSize: 1 });
  },
);
