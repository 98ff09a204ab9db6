import type { Scope } from '@formwork/runtime';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { callJsonRpc, createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';
import { createTestPlace, openTestPlace } from '../support/test-engine.ts';
import { createReportingAgent, type Report } from './reporting-agent.ts';
import { stopUnlocked } from './stop-unlocked.ts';
import { startChild, type Child } from './start-child.ts';

/** A time limit in milliseconds that a cancellation also meets on a busy machine. */
const GENEROUS_MS = 1_000;

interface Sent {
  readonly id: string;
  /** The report of the process that runs the task, sent when the task began. */
  readonly begun: Report;
}

interface Started {
  readonly url: string;
  readonly place: string;
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
  const child = await startChild('runner-child', place);
  return {
    url,
    place,
    child,
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
  const { url, child, send, states } = await start(30_000);
  const took: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const { id } = await send('work');
    const from = Date.now();
    expect((await cancel(url, id)).state).toBe('TASK_STATE_CANCELED');
    const aborted = (await child.next()) as Report;
    expect(aborted).toMatchObject({ what: 'aborted', end: 'canceled' });
    took.push(aborted.time - from);
    expect(await child.next()).toMatchObject({ what: 'late' });
    expect(await states(id)).toEqual(['submitted', 'working', 'canceled']);
  }
  expect(Math.min(...took)).toBeLessThan(GENEROUS_MS);
});

test('CancelTask does not wait for a process that is stopped, and that cannot write once it goes on', async () => {
  const { url, place, child, send, states } = await start(300);
  const { id } = await send('work');
  await expect.poll(() => states(id)).toEqual(['submitted', 'working']);
  await stopUnlocked(child, place);
  const { state, tookMs } = await cancel(url, id);
  expect(state).toBe('TASK_STATE_CANCELED');
  expect(tookMs).toBeGreaterThanOrEqual(300);
  expect(tookMs).toBeLessThan(300 + GENEROUS_MS);
  child.signal('SIGCONT');
  expect(await child.next()).toMatchObject({ what: 'aborted', end: 'canceled' });
  expect(await child.next()).toMatchObject({ what: 'late' });
  await sleep(100);
  expect(await states(id)).toEqual(['submitted', 'working', 'canceled']);
});

test('CancelTask does not wait for a process that is dead', async () => {
  const { url, child, send, states } = await start(300);
  const { id } = await send('work');
  await expect.poll(() => states(id)).toEqual(['submitted', 'working']);
  await child.kill();
  const { state, tookMs } = await cancel(url, id);
  expect(state).toBe('TASK_STATE_CANCELED');
  expect(tookMs).toBeLessThan(300 + GENEROUS_MS);
  expect(await states(id)).toEqual(['submitted', 'working', 'canceled']);
});

test('a task that is to be tried again is, when the process dies in between, without its steps', async () => {
  const { child, place, send, states } = await start(300);
  const { id, begun } = await send('flaky');
  expect(await child.next()).toMatchObject({ what: 'step', attempt: 1 });
  await expect.poll(() => states(id)).toContain('memo');
  await sleep(200);
  await child.kill();
  expect(await states(id)).toEqual(['submitted', 'working', 'memo']);
  const second = await startChild('runner-child', place);
  const again = (await second.next()) as Report;
  expect(again).toMatchObject({ what: 'begun', attempt: 2 });
  // The random delay is at least half of the nominal one.
  expect(again.time - begun.time).toBeGreaterThanOrEqual(750);
  await expect.poll(() => states(id)).toContain('completed');
  expect((await second.kill()).filter(Boolean)).toEqual([]);
});
