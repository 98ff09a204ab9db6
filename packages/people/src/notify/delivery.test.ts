import { createMemoryRecords } from '@formwork/runtime';
import type { QuestionNotice } from '@formwork/runtime/internal';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createDelivery, type NoticeChannel } from './delivery.ts';

const HOUR_MS = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

function toNotice(seq: number, kind: QuestionNotice['kind'] = 'asked'): QuestionNotice {
  const question = {
    taskId: 'task',
    question: 0,
    prompt: 'Approve?',
    isOwn: false,
    to: ['user:kim'],
    askedAt: '2026-01-01T00:00:00.000Z',
    isOverdue: false,
  };
  return { kind, to: question.to, question, id: `task-${seq}` };
}

/** A delivery by two channels whose receivers can be away, with a clock of its own. */
function openDelivery() {
  let time = 0;
  const away = new Set<string>();
  const sent: string[] = [];
  const logged: string[] = [];
  const toChannel = (name: string): NoticeChannel => ({
    name,
    async send({ id }) {
      sent.push(`${name} ${id}`);
      if (away.has(name)) throw new Error(`${name} is away`);
      return [];
    },
  });
  const log = (text: string): void => void logged.push(text);
  const records = createMemoryRecords();
  const options = { records, logger: { info: log, warn: log, error: log }, now: () => time };
  const channels = [toChannel('push'), toChannel('hook')];
  const deliver = createDelivery({ ...options, channels });
  /** Takes what was sent since the last call, by channel, because all channels are used at once. */
  const take = (): readonly string[] => {
    const texts = sent.splice(0);
    const ofHook = texts.filter((text) => text.startsWith('hook'));
    return [...ofHook, ...texts.filter((text) => !ofHook.includes(text))];
  };
  return {
    deliver,
    // A replica, or the process after a restart.
    other: createDelivery({ ...options, channels }),
    openAll: (own: readonly NoticeChannel[]) => createDelivery({ ...options, channels: own }),
    advance: (ms: number) => void (time += ms),
    away,
    take,
    logged,
    records,
  };
}

test('a channel is told how long it may take, and older news take from its time', async () => {
  const { openAll } = openDelivery();
  let clock = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock);
  onTestFinished(() => now.mockRestore());
  const limits: number[] = [];
  const deliver = openAll([
    {
      name: 'push',
      async send(_notice, { limitMs }) {
        limits.push(limitMs);
        clock += 20_000;
        return [];
      },
    },
  ]);
  await deliver([toNotice(1), toNotice(2)]);
  expect(limits).toEqual([60_000, 40_000]);
});

test('with a clock that is set back, news wait no longer than the longest pause', async () => {
  const { deliver, advance, away, take } = openDelivery();
  advance(1_000 * HOUR_MS);
  away.add('hook');
  expect(await deliver([toNotice(1)])).toBe(5_000);
  take();
  advance(-100 * HOUR_MS);
  away.clear();
  expect(await deliver([toNotice(1)])).toBeUndefined();
  expect(take()).toEqual(['hook task-1']);
});

test('a channel that fails is tried again by itself, by any replica, and the others are not', async () => {
  const { deliver, other, advance, away, take, records } = openDelivery();
  away.add('hook');
  expect(await deliver([toNotice(1)])).toBe(5_000);
  expect(take()).toEqual(['hook task-1', 'push task-1']);
  // Too early, such as after a claim that was renewed.
  expect(await other([toNotice(1)])).toBe(5_000);
  expect(take()).toEqual([]);
  advance(5_000);
  away.delete('hook');
  expect(await other([toNotice(1)])).toBeUndefined();
  expect(take()).toEqual(['hook task-1']);
  expect(await records.listAll?.()).toEqual([]);
});

test('a channel that takes long to fail keeps its own pause, which the log has named', async () => {
  const { openAll, advance, logged } = openDelivery();
  const tried: string[] = [];
  const fail = (name: string, tookMs: number): NoticeChannel => ({
    name,
    async send() {
      tried.push(name);
      if (tookMs > 0) await new Promise(setImmediate);
      advance(tookMs);
      throw new Error('away');
    },
  });
  const deliver = openAll([fail('hook', 0), fail('push', 3_000)]);
  await deliver([toNotice(1)]);
  expect(logged.filter((text) => text.includes('again in 5 s'))).toHaveLength(2);
  tried.length = 0;
  advance(2_000);
  expect(await deliver([toNotice(1)])).toBe(3_000);
  expect(tried).toEqual(['hook']);
  advance(3_000);
  await deliver([toNotice(1)]);
  expect(tried).toContain('push');
});

test('pauses grow up to an hour, and end after three days', async () => {
  const { deliver, advance, away, take, logged } = openDelivery();
  away.add('hook');
  const pauses: number[] = [];
  for (;;) {
    const pause = await deliver([toNotice(1)]);
    if (pause === undefined) break;
    pauses.push(pause / 1_000);
    advance(pause);
  }
  expect(pauses.slice(0, 6)).toEqual([5, 5, 10, 20, 40, 80]);
  expect(Math.max(...pauses)).toBe(HOUR_MS / 1_000);
  const days = pauses.reduce((sum, pause) => sum + pause, 0) / 86_400;
  expect(days).toBeGreaterThan(3);
  expect(days).toBeLessThan(3.1);
  const sent = take();
  expect(sent.filter((text) => text.startsWith('push'))).toHaveLength(1);
  expect(sent).toHaveLength(pauses.length + 2);
  expect(logged.at(0)).toContain('by hook: it is tried again in 5 s');
  expect(logged.at(-1)).toContain('by hook: it was the last attempt');
});

test('news that come meanwhile are told at once, after the older ones, and nothing is told twice', async () => {
  const { deliver, advance, away, take } = openDelivery();
  away.add('hook');
  await deliver([toNotice(1)]);
  for (let round = 0; round < 8; round += 1) {
    advance(HOUR_MS);
    await deliver([toNotice(1)]);
  }
  take();
  away.delete('hook');
  expect(await deliver([toNotice(1), toNotice(5, 'escalated')])).toBeUndefined();
  expect(take()).toEqual(['hook task-1', 'hook task-5', 'push task-5']);

  away.add('hook');
  await deliver([toNotice(7), toNotice(8, 'reminded')]);
  advance(5_000);
  take();
  await deliver([toNotice(7), toNotice(8, 'reminded'), toNotice(9, 'overdue')]);
  expect(take()).toEqual(['hook task-7', 'hook task-8', 'hook task-9', 'push task-9']);
});

test('only the receivers that could not be reached are tried again', async () => {
  const { openAll, advance } = openDelivery();
  const asked: unknown[] = [];
  const outcomes = [['b', 'c'], ['c'], []];
  const deliver = openAll([
    {
      name: 'push',
      async send(_notice, { receivers: left }) {
        asked.push(left);
        return outcomes.shift() ?? [];
      },
    },
  ]);
  for (const pause of [5_000, 5_000, undefined]) {
    expect(await deliver([toNotice(1)])).toBe(pause);
    advance(5_000);
  }
  expect(asked).toEqual([undefined, ['b', 'c'], ['c']]);
});

test('many receivers are named as far as a record has room, the oldest news first', async () => {
  const { openAll, advance } = openDelivery();
  const asked: (number | undefined)[] = [];
  const names = Array.from({ length: 2_000 }, (_, index) => `${index}`.padStart(16, '-'));
  const deliver = openAll([
    {
      name: 'push',
      async send(notice, { receivers: left }) {
        asked.push(left?.length);
        return notice.id === 'task-0' ? names : names.slice(0, 900);
      },
    },
  ]);
  // A question that is handed over often has many news.
  const news = Array.from({ length: 60 }, (_, index) => toNotice(index, 'handed-over'));
  expect(await deliver(news)).toBe(5_000);
  asked.length = 0;
  advance(5_000);
  await deliver(news);
  expect(asked).toEqual([2_000, ...Array.from({ length: 59 }, () => undefined)]);
});

test('a channel that never ends holds up no other one, which is not told again', async () => {
  vi.useFakeTimers();
  const { openAll, advance, logged } = openDelivery();
  const sent: string[] = [];
  const deliver = openAll([
    {
      name: 'push',
      send({ id }) {
        sent.push(`push ${id}`);
        return new Promise(() => {});
      },
    },
    {
      name: 'hook',
      async send({ id }) {
        sent.push(`hook ${id}`);
        return [];
      },
    },
  ]);
  const first = deliver([toNotice(1), toNotice(2, 'reminded')]);
  // `QuestionReminders` give up an attempt after two minutes.
  await vi.advanceTimersByTimeAsync(119_000);
  expect(sent.splice(0)).toEqual(['push task-1', 'hook task-1', 'hook task-2']);
  expect(await first).toBe(5_000);
  expect(logged).toHaveLength(2);
  advance(5_000);
  const second = deliver([toNotice(1), toNotice(2, 'reminded')]);
  await vi.advanceTimersByTimeAsync(119_000);
  expect(await second).toBe(5_000);
  expect(sent).toEqual(['push task-1']);
});
