import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { EngineStorageError } from '../errors.ts';
import { findQueueLog, findStorageLog } from '../service-log.ts';

/** Entries of a log, each with the minute in which it was written. */
const logged: string[] = [];
let begun = 0;

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  logged.length = 0;
  begun = performance.now();
});

function write(text: string, fields: object = {}): void {
  const { error, ...others } = fields as { readonly error?: string };
  const line = error === undefined ? '' : ` ${error.split('\n')[0]}`;
  logged.push(`${toMinutes()}: ${text}${line} ${JSON.stringify(others)}`);
}

function toMinutes(): number {
  return Math.round((performance.now() - begun) / 60_000);
}

const logger = { info: write, warn: write, error: write };

function minutesOf(text: string): readonly number[] {
  return logged.filter((line) => line.includes(text)).map((line) => Number.parseInt(line, 10));
}

const MINUTES = [0, 1, 3, 7, 15, 31, 63, 123];

test.each([
  ['a queue', () => findQueueLog({}, logger)],
  [
    'a storage',
    () => {
      const storage = findStorageLog({}, logger);
      return { report: (error: Error) => storage.fail('Cannot claim', error) };
    },
  ],
])('of faults of %s that alternate, each cause is told of at growing intervals', (_what, open) => {
  const log = open();
  for (let turn = 0; turn < 1_000; turn += 1) {
    log.report(
      new Error(turn % 2 === 0 ? `job 0198d1f2-${turn} is full` : `row "${turn}" is locked`),
    );
    vi.advanceTimersByTime(10_000);
  }
  expect(minutesOf('is full')).toEqual(MINUTES);
  expect(minutesOf('is locked')).toEqual(MINUTES);
  vi.advanceTimersByTime(7_200_000);
  expect(minutesOf('is full')).toEqual([...MINUTES, 183]);
  const counts = logged
    .filter((line) => line.includes('is full'))
    .map((line) => Number(/"leftOut":(\d+)/u.exec(line)?.[1] ?? 0));
  expect(counts.reduce((sum, count) => sum + count, counts.length)).toBe(500);
  expect(logged.at(-1)).toContain('"leftOut"');
});

test('thousands of different faults do not make thousands of entries', () => {
  const queue = findQueueLog({}, logger);
  const words = Array.from({ length: 1_000 }, (_, at) =>
    at.toString(2).replaceAll(/./gu, (bit) => 'xy'[Number(bit)] ?? ''),
  );
  for (const word of words) queue.report(new Error(word));
  expect(logged).toHaveLength(51);
  vi.advanceTimersByTime(60_000);
  expect(logged).toHaveLength(52);
  expect(logged.at(-1)).toContain('"leftOut":948');
  expect(vi.getTimerCount()).toBe(0);
});

test('a service that comes and goes is told of at growing intervals, and once it stays', () => {
  const engine = {};
  const storage = findStorageLog(engine, logger);
  const away = new EngineStorageError('08006', { isAway: true });
  for (let turn = 0; turn < 1_000; turn += 1) {
    storage.fail('Cannot claim', away);
    vi.advanceTimersByTime(5_000);
    storage.succeed();
    vi.advanceTimersByTime(5_000);
  }
  expect(minutesOf('is away')).toEqual(MINUTES);
  expect(minutesOf('is back, and')).toEqual(MINUTES);
  expect(logged).toHaveLength(2 * MINUTES.length);
  const end = toMinutes();
  vi.advanceTimersByTime(3_600_000);
  expect(logged.at(-1)).toMatch(
    /: The storage of tasks has been back for 10 minutes .*"leftOut":\d+/u,
  );
  expect(minutesOf('has been back for')).toEqual([end + 10]);
  // After that, the next outage is logged at once, and so is that it goes on.
  logged.length = 0;
  begun = performance.now();
  for (let second = 0; second <= 200; second += 1) {
    storage.fail('Cannot claim', away);
    vi.advanceTimersByTime(1_000);
  }
  storage.succeed();
  expect(minutesOf('is away')).toEqual([0]);
  expect(minutesOf('is still away')).toEqual([1, 3]);
  expect(minutesOf('is back, and')).toEqual([3]);
  vi.advanceTimersByTime(3_600_000);
  expect(logged).toHaveLength(4);
});

test('an outage that begins within a pause is told once the pause is over', () => {
  const queue = findQueueLog({}, logger);
  queue.fail(new Error('refused'));
  queue.succeed();
  vi.advanceTimersByTime(1_000);
  for (let second = 0; second < 90; second += 1) {
    queue.fail(new Error('refused'));
    vi.advanceTimersByTime(1_000);
  }
  queue.succeed();
  expect(minutesOf('is away')).toEqual([0, 1]);
  expect(minutesOf('is back, and')).toEqual([0, 2]);
});

test('an outage that lasts is told of after a minute, whatever came and went before', () => {
  const storage = findStorageLog({}, logger);
  const away = new EngineStorageError('08006', { isAway: true });
  for (let turn = 0; turn < 500; turn += 1) {
    storage.fail('Cannot claim', away);
    vi.advanceTimersByTime(5_000);
    storage.succeed();
    vi.advanceTimersByTime(5_000);
  }
  logged.length = 0;
  begun = performance.now();
  for (let second = 0; second <= 200; second += 1) {
    storage.fail('Cannot claim', away);
    vi.advanceTimersByTime(1_000);
  }
  expect(minutesOf('is away')).toEqual([1]);
  expect(minutesOf('is still away')).toEqual([2]);
});
