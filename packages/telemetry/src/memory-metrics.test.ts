import { expect, test } from 'vitest';
import { HourCounts } from './hour-counts.ts';
import { createMemoryMetrics } from './memory-metrics.ts';
import { openTelemetry } from './open-telemetry.ts';

test('metrics in memory have what is reported, without an SDK', async () => {
  const metrics = createMemoryMetrics({ maxTasks: 2, maxSpans: 2 });
  const telemetry = openTelemetry(metrics);
  expect(telemetry?.isMeasuring).toBe(true);
  telemetry?.add('tasks', 2, { state: 'completed' });
  telemetry?.add('tasks', 1, { state: 'completed' });
  telemetry?.add('tasks', 1, { state: 'failed' });
  expect(await metrics.read('tasks')).toEqual([
    { attributes: { state: 'completed' }, value: 3 },
    { attributes: { state: 'failed' }, value: 1 },
  ]);
  const hours = metrics.listHours();
  expect(hours).toHaveLength(24);
  const byState = hours.flatMap(({ counts }) => Object.entries(counts));
  expect(Object.fromEntries(byState)).toEqual({ completed: 3, failed: 1 });

  const skill = 'a';
  for (const seconds of [0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 40]) {
    telemetry?.record('steps', seconds, { skill, step: 's' });
  }
  const [steps] = await metrics.read('steps');
  expect(steps).toMatchObject({ value: 10, times: { longest: 40 } });
  expect(steps?.times?.sum).toBeCloseTo(41.8);
  expect(steps?.times?.p50).toBeGreaterThan(0.1);
  expect(steps?.times?.p50).toBeLessThanOrEqual(0.25);
  expect(steps?.times?.p95).toBeGreaterThan(30);
  expect(steps?.times?.p95).toBeLessThanOrEqual(40);

  const reader = { source: {}, read: async () => [{ value: 7, attributes: {} }] };
  const end = telemetry?.observe('queueOldest', reader);
  expect(await metrics.read('queueOldest')).toEqual([{ value: 7, attributes: {} }]);
  end?.();
  expect(await metrics.read('queueOldest')).toEqual([]);
  expect(await metrics.read('calls')).toEqual([]);
});

test('metrics in memory remember the newest spans of the newest tasks', () => {
  const metrics = createMemoryMetrics({ maxTasks: 2, maxSpans: 2 });
  const telemetry = openTelemetry(metrics);
  for (const id of ['a', 'z', 'b', 'c', 'c', 'c', 'd']) {
    const attributes = { 'formwork.task.id': id };
    const span = telemetry?.startSpan('attempt', { attributes });
    expect(span?.run(() => 'done')).toBe('done');
    span?.set('formwork.outcome', 'failed');
    span?.end('failed');
  }
  telemetry?.startSpan('request', { attributes: { 'formwork.task.id': 'b' } }).end();
  expect(metrics.listSpans('a')).toEqual([]);
  expect(metrics.listSpans('b')).toHaveLength(1);
  expect(metrics.listSpans('c')).toHaveLength(2);
  const [first] = metrics.listSpans('b');
  expect(first).toMatchObject({
    name: 'attempt',
    attributes: { 'formwork.outcome': 'failed' },
    errorType: 'failed',
  });
  expect(first?.endedAt).toBeGreaterThanOrEqual(first?.startedAt ?? Infinity);
});

test('without metrics in memory or an SDK there is no telemetry', () => {
  expect(openTelemetry()).toBeUndefined();
});

const HOUR = 3_600_000;
const START = Date.parse('2027-01-01T12:20:00.000Z');

test('the last 24 hours are listed, each with its own sums, and older ones are let go', () => {
  const hours = new HourCounts();
  hours.add('completed', 1, START - 24 * HOUR);
  hours.add('completed', 2, START - 23 * HOUR);
  hours.add('completed', 1, START);
  hours.add('completed', 1, START + 1000);
  hours.add('failed', 4, START);
  const list = hours.list(START);
  expect(list).toHaveLength(24);
  expect(list[0]).toEqual({
    startsAt: Date.parse('2026-12-31T13:00:00.000Z'),
    counts: { completed: 2 },
  });
  expect(list[1]?.counts).toEqual({});
  expect(list.at(-1)).toEqual({
    startsAt: Date.parse('2027-01-01T12:00:00.000Z'),
    counts: { completed: 2, failed: 4 },
  });
  // An hour in which nothing happens moves the window, too.
  expect(hours.list(START + HOUR)[0]?.counts).toEqual({});
  hours.add('completed', 1, START + 23 * HOUR);
  expect(hours.list(START).at(-1)?.counts).toEqual({ completed: 2, failed: 4 });
  hours.add('completed', 1, START + 24 * HOUR);
  expect(hours.list(START).at(-1)?.counts).toEqual({});
});
