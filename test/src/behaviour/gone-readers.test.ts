import type { TaskEngine } from '@formwork/runtime';
import { connect } from 'node:net';
import { test, type ExpectStatic } from 'vitest';
import { ALL_DOORS, findTaskId, type Door } from '../support/doors.ts';
import { readEvents } from '../support/event-stream.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { createPieceAgent } from '../support/piece-agent.ts';
import { startServer } from '../support/start-server.ts';
import { followTests, onTestFinished } from '../support/test-end.ts';
import { openTaskEngine } from '../support/test-engine.ts';

// Each test waits until the server has stopped reading.
followTests();

const TASK_ID = /^id: ([^:\n]+):\d+$/mu;

interface WatchedEngine {
  readonly engine: TaskEngine;
  /** Returns how often the log of a task was read. */
  readonly reads: (taskId: string) => number;
}

/** Makes an engine that counts reads of logs; a stream reads its task's log again and again. */
function createWatchedEngine(): WatchedEngine {
  const engine = openTaskEngine();
  onTestFinished(() => engine.close());
  const reads = new Map<string, number>();
  const watched: TaskEngine = {
    ...engine,
    read(scope, taskId, options) {
      reads.set(taskId, (reads.get(taskId) ?? 0) + 1);
      return engine.read(scope, taskId, options);
    },
  };
  return { engine: watched, reads: (taskId) => reads.get(taskId) ?? 0 };
}

/** Opens the stream of a new task, which is quiet, and returns its events after the first. */
async function openQuiet(door: Door, url: string) {
  const part = { schema: 'pieces', data: { count: 1, holdAt: 0 } };
  const events = readEvents(await door.stream(url, part));
  const { value } = await events.next();
  return { events, taskId: value === undefined ? '' : findTaskId(door, value) };
}

/** A task that is left, and another one whose reader stays. */
interface Readers {
  readonly left: string;
  readonly stays: string;
}

/** Waits until the log of a task is not read any more while that of another one still is. */
async function expectNobody(
  expect: ExpectStatic,
  { reads }: WatchedEngine,
  { left, stays }: Readers,
): Promise<void> {
  const readOnWhile = async (): Promise<number> => {
    const [before, first] = [reads(left), reads(stays)];
    await expect.poll(() => reads(stays)).toBeGreaterThan(first + 2);
    return reads(left) - before;
  };
  await expect.poll(readOnWhile).toBe(0);
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
    const { events, taskId } = await openQuiet(door, url);
    const stays = await openQuiet(door, url);
    const subscribed = readEvents(await door.subscribe(url, taskId));
    await subscribed.next();
    await expect.poll(() => watched.reads(taskId)).toBeGreaterThan(1);
    await Promise.all([events.return(), subscribed.return()]);
    await expectNobody(expect, watched, { left: taskId, stays: stays.taskId });
    await stays.events.return();
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
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  await expect.poll(() => text).toMatch(TASK_ID);
  const [, left = ''] = TASK_ID.exec(text) ?? [];
  await expect.poll(() => watched.reads(left)).toBeGreaterThan(0);
  const [door] = ALL_DOORS;
  if (door === undefined) throw new Error('There is no door.');
  const stays = await openQuiet(door, url);
  socket.resetAndDestroy();
  await expectNobody(expect, watched, { left, stays: stays.taskId });
  await stays.events.return();
});
