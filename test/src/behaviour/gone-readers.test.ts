import { connect } from 'node:net';
import type { TaskEngine } from '@formwork/runtime';
import { test, type ExpectStatic } from 'vitest';
import { ALL_DOORS, findTaskId } from '../support/doors.ts';
import { readEvents } from '../support/event-stream.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { createPieceAgent } from '../support/piece-agent.ts';
import { startServer } from '../support/start-server.ts';
import { followTests, onTestFinished } from '../support/test-end.ts';
import { openTaskEngine } from '../support/test-engine.ts';

// Each test waits until the server has stopped reading.
followTests();

interface WatchedEngine {
  readonly engine: TaskEngine;
  /** Returns how often the log of a task was read. */
  readonly reads: () => number;
}

/** Makes an engine that counts reads of logs; a stream reads its task's log every half second. */
function createWatchedEngine(): WatchedEngine {
  const engine = openTaskEngine();
  onTestFinished(() => engine.close());
  let reads = 0;
  const watched: TaskEngine = {
    ...engine,
    read(scope, taskId, options) {
      reads += 1;
      return engine.read(scope, taskId, options);
    },
  };
  return { engine: watched, reads: () => reads };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Fails if the server still reads logs for somebody. */
async function expectNobody(expect: ExpectStatic, { reads }: WatchedEngine): Promise<void> {
  await wait(100);
  const before = reads();
  await wait(1_200);
  expect(reads()).toBe(before);
}

test.concurrent.for(ALL_DOORS)(
  'who leaves a quiet stream is not followed up: $name',
  async (door, { expect }) => {
    const { agent, release } = createPieceAgent();
    const watched = createWatchedEngine();
    const { url } = await startServer(agent, {
      engine: watched.engine,
      heartbeatMs: 50,
      ...WITH_GRPC,
    });
    onTestFinished(release);
    const part = { schema: 'pieces', data: { count: 1, holdAt: 0 } };
    const response = await door.stream(url, part);
    const events = readEvents(response);
    const { value } = await events.next();
    const taskId = value === undefined ? '' : findTaskId(door, value);
    const subscribed = readEvents(await door.subscribe(url, taskId));
    await subscribed.next();
    await wait(700);
    expect(watched.reads()).toBeGreaterThan(1);
    await Promise.all([events.return(), subscribed.return()]);
    await expectNobody(expect, watched);
  },
);

test.concurrent('a socket that is torn down ends its quiet stream', async ({ expect }) => {
  const { agent, release } = createPieceAgent();
  const watched = createWatchedEngine();
  const { url } = await startServer(agent, { engine: watched.engine });
  onTestFinished(release);
  const part = createTaggedPart('pieces', { count: 1, holdAt: 0 });
  const body = JSON.stringify({ message: createMessage([part]) });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(
    [
      'POST /a2a/rest/message:stream HTTP/1.1',
      'Host: localhost',
      'A2A-Version: 1.0',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
  await new Promise((resolve) => {
    socket.once('data', resolve);
  });
  await expect.poll(watched.reads).toBeGreaterThan(0);
  socket.resetAndDestroy();
  await expectNobody(expect, watched);
});
