// A task that ends at once is a single event in its stream; the event must hold all that a longer
// stream would tell.

import { connect } from '@formwork/client';
import { defineAgent, defineSkill, type TaskContext } from '@formwork/core';
import { createAgentRouter } from '@formwork/server';
import express from 'express';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { findDoor, testOverBindings } from '../support/bindings.ts';
import { collectEvents } from '../support/event-stream.ts';
import { startServer } from '../support/start-server.ts';
import { isEngineRemote } from '../support/test-engine.ts';

const schema = { type: 'object', properties: { n: { type: 'number' } } } as const;

function createAgent(run: (task: TaskContext) => unknown) {
  const skill = defineSkill({
    id: 'skill',
    name: 'Skill',
    description: 'Does something.',
    tags: [],
    input: { order: schema },
    output: { total: { type: 'object' } },
    run: async ({ task }) => (await run(task)) as object,
  });
  return defineAgent({ name: 'Agent', version: '1', skills: [skill] });
}

/** Returns the kinds of the events in a call's stream, with their states, in order. */
async function listEvents(run: (task: TaskContext) => unknown): Promise<readonly string[]> {
  const { url } = await startServer(createAgent(run));
  const door = findDoor();
  const response = await door.stream(url, { schema: 'order', data: { n: 1 } });
  return (await collectEvents(response)).map(({ data }) => {
    const result = door.toPayload(data) as Readonly<Record<string, unknown>>;
    const [kind = ''] = Object.keys(result);
    const { status } = result[kind] as { readonly status?: { readonly state: string } };
    return status === undefined ? kind : `${kind} ${status.state.slice('TASK_STATE_'.length)}`;
  });
}

testOverBindings('a result that is there at once', async () => {
  expect(await listEvents(() => ({ sum: 1 }))).toEqual(['task COMPLETED']);
});

testOverBindings('a failure that is there at once', async () => {
  const run = (): never => {
    throw new Error('no');
  };
  expect(await listEvents(run)).toEqual(['task FAILED']);
});

testOverBindings('a question that is there at once', async () => {
  const run = (task: TaskContext): unknown => task.ask('What?');
  const events = await listEvents(run);
  if (isEngineRemote) expect(events.at(-1)).toMatch(/INPUT_REQUIRED$/u);
  else expect(events).toEqual(['task INPUT_REQUIRED']);
});

testOverBindings('progress is told, however soon the end comes after it', async () => {
  const events = await listEvents(async (task) => {
    await task.progress('Looking', 0.5);
    return { sum: 1 };
  });
  expect(events).toEqual([
    'task SUBMITTED',
    'statusUpdate WORKING',
    'statusUpdate WORKING',
    'artifactUpdate',
    'statusUpdate COMPLETED',
  ]);
});

testOverBindings('what is large comes by itself, as readers refuse large events', async () => {
  const events = await listEvents(() => ({ text: 'x'.repeat(20_000) }));
  expect(events).toEqual([
    'task SUBMITTED',
    'statusUpdate WORKING',
    'artifactUpdate',
    'statusUpdate COMPLETED',
  ]);
});

test('a call over HTTP by stream leaves its connection for the next one', async () => {
  const agent = createAgent(() => ({ sum: 1 }));
  const app = express();
  const http = createHttpServer(app).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const doors = createAgentRouter(agent, { publicUrl: url });
  app.use(doors.router);
  onTestFinished(async () => {
    await doors.close();
    http.closeAllConnections();
    http.close();
  });
  // Only the caller closes connections.
  http.keepAliveTimeout = 60_000;
  let closed = 0;
  http.on('connection', (socket) => socket.once('close', () => (closed += 1)));
  const skill = (await connect(url)).skill('skill');
  for (let call = 0; call < 10; call += 1) {
    expect(await skill.call({ n: call })).toEqual({ sum: 1 });
    // Each call is answered after the connection of the one before would have been closed.
    expect(closed).toBe(0);
  }
});
