import type { Scope, TaskEngine } from '@formwork/runtime';
import { expect, test } from 'vitest';
import { callJsonRpc, createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';
import { createTestPlace, openTestPlace } from '../support/test-engine.ts';
import { createReportingAgent, type Report } from './reporting-agent.ts';
import { startChild, type Child } from './start-child.ts';
import { stopUnlocked } from './stop-unlocked.ts';

/**
 * A time in milliseconds that does not pass within a test: neither a lease that runs out or is
 * renewed nor the deadline of a cancellation does what the processes tell each other.
 */
const NEVER_MS = 3_600_000;
/** The deadline of a cancellation that is not heeded, in milliseconds. */
const DEADLINE_MS = 300;
const LEASE = String(NEVER_MS);

interface Sent {
  readonly id: string;
  /** The report of the process that runs the task, sent when the task began. */
  readonly begun: Report;
}

interface Started {
  readonly url: string;
  readonly place: string;
  readonly engine: TaskEngine;
  /** The process that runs the tasks. */
  readonly child: Child;
  readonly send: (skill: string) => Promise<Sent>;
  readonly states: (id: string) => Promise<readonly string[]>;
}

/** Starts a server that runs no tasks itself, and a process on the same storage that runs them. */
async function start(cancelDeadlineMs: number): Promise<Started> {
  const place = createTestPlace();
  const engine = openTestPlace(place);
  const agent = createReportingAgent(() => undefined);
  const { url } = await startServer(agent, {
    engine,
    cancelDeadlineMs,
    runner: { concurrency: 0 },
  });
  const child = await startChild('runner-child', place, LEASE);
  return {
    url,
    place,
    child,
    engine,
    async send(skill) {
      const message = createMessage([createTaggedPart(skill, {})]);
      const params = { message, configuration: { returnImmediately: true } };
      const { body } = await callJsonRpc(url, { method: 'SendMessage', params });
      const { id } = body.result?.['task'] as { readonly id: string };
      const begun = (await child.next()) as Report;
      expect(begun.what).toBe('begun');
      return { id, begun };
    },
    async states(id) {
      const log = await engine.read('' as Scope, id, { after: 0 });
      return log.map(({ event }) => (event.kind === 'status' ? event.state : event.kind));
    },
  };
}

async function cancel(url: string, id: string): Promise<{ state: unknown; tookMs: number }> {
  const from = performance.now();
  const { body } = await callJsonRpc(url, { method: 'CancelTask', params: { id } });
  const { status } = (body.result ?? {}) as { readonly status?: { readonly state: string } };
  return { state: status?.state ?? body.error?.message, tookMs: performance.now() - from };
}

test('CancelTask reaches a handler in another process, which writes nothing afterwards', async () => {
  const { url, child, send, states } = await start(NEVER_MS);
  for (let round = 0; round < 5; round += 1) {
    const { id } = await send('work');
    expect((await cancel(url, id)).state).toBe('TASK_STATE_CANCELED');
    expect(await child.next()).toMatchObject({ what: 'aborted', end: 'canceled' });
    expect(await child.next()).toMatchObject({ what: 'late' });
    expect(await states(id)).toEqual(['submitted', 'working', 'canceled']);
  }
});

test('CancelTask does not wait for a process that is stopped, and that cannot write once it goes on', async () => {
  const { url, place, child, send, states } = await start(DEADLINE_MS);
  const { id } = await send('work');
  await expect.poll(() => states(id)).toEqual(['submitted', 'working']);
  await stopUnlocked(child, place);
  const { state, tookMs } = await cancel(url, id);
  expect(state).toBe('TASK_STATE_CANCELED');
  expect(tookMs).toBeGreaterThanOrEqual(DEADLINE_MS);
  child.signal('SIGCONT');
  expect(await child.next()).toMatchObject({ what: 'aborted', end: 'canceled' });
  expect(await child.next()).toMatchObject({ what: 'late' });
  // The process goes on with its next task after all that it had to do for this one.
  const next = await send('work');
  expect((await cancel(url, next.id)).state).toBe('TASK_STATE_CANCELED');
  expect(await child.next()).toMatchObject({ what: 'aborted', end: 'canceled' });
  expect(await child.next()).toMatchObject({ what: 'late' });
  expect(await states(id)).toEqual(['submitted', 'working', 'canceled']);
});

test('CancelTask does not wait for a process that is dead', async () => {
  const { url, child, send, states } = await start(DEADLINE_MS);
  const { id } = await send('work');
  await expect.poll(() => states(id)).toEqual(['submitted', 'working']);
  await child.kill();
  expect((await cancel(url, id)).state).toBe('TASK_STATE_CANCELED');
  expect(await states(id)).toEqual(['submitted', 'working', 'canceled']);
});

test('a task that is to be tried again is, when the process dies in between, without its steps', async () => {
  const { child, place, engine, send, states } = await start(DEADLINE_MS);
  const { id, begun } = await send('flaky');
  expect(await child.next()).toMatchObject({ what: 'step', attempt: 1 });
  await expect.poll(() => states(id)).toContain('memo');
  await expect.poll(() => engine.archive?.countLeases()).toBe(0);
  await child.kill();
  expect(await states(id)).toEqual(['submitted', 'working', 'memo']);
  const second = await startChild('runner-child', place, LEASE);
  const again = (await second.next()) as Report;
  expect(again).toMatchObject({ what: 'begun', attempt: 2 });
  // The random delay is at least half of the nominal one.
  expect(again.time - begun.time).toBeGreaterThanOrEqual(750);
  await expect.poll(() => states(id)).toContain('completed');
  expect((await second.kill()).filter(Boolean)).toEqual([]);
});
