import { expect, test } from 'vitest';
import { checkHistory } from './check-history.ts';
import type { JournalEntry, RunHistory, SeenStream, StoredTask, Violation } from './run-history.ts';

const TASK: StoredTask = {
  taskId: 't',
  key: 'alice m1',
  log: [
    { seq: 1, text: 'submitted', state: 'submitted', isStreamed: true },
    { seq: 2, text: 'working', state: 'working', isStreamed: true },
    { seq: 3, text: 'memo buy', isStreamed: false, step: 'buy' },
    { seq: 4, text: 'piece 1', isStreamed: true },
    { seq: 5, text: 'asks', state: 'input-required', isStreamed: true },
    { seq: 6, text: 'answer 42', isStreamed: false },
    { seq: 7, text: 'submitted', state: 'submitted', isStreamed: true },
    { seq: 8, text: 'completed', state: 'completed', isStreamed: true },
  ],
};

const STREAM: SeenStream = {
  taskId: 't',
  after: 1,
  state: 'submitted',
  events: [
    { seq: 2, text: 'working' },
    { seq: 4, text: 'piece 1' },
    { seq: 5, text: 'asks' },
    { seq: 7, text: 'submitted' },
    { seq: 8, text: 'completed' },
  ],
  isComplete: true,
};

const GRANTED = { kind: 'granted', pid: 1, taskId: 't', epoch: 1, attempt: 1 } as const;
const BOUGHT = { kind: 'effect', pid: 1, taskId: 't', attempt: 1, step: 'buy' } as const;
const APPENDED = {
  kind: 'appended',
  taskId: 't',
  epoch: 1,
  seq: 3,
  texts: ['working', 'memo buy'],
  steps: ['buy'],
} as const;
const AGAIN = { ...GRANTED, pid: 2, epoch: 2 } as const;
const ENDED = { ...APPENDED, epoch: 2, seq: 8, texts: ['completed'], steps: [] } as const;

const TOLD = [{ seq: 1, text: 'submitted' }, ...STREAM.events].map(({ seq, text }) => {
  return { taskId: 't', seq, text };
});

const GOOD: RunHistory = {
  tasks: [TASK],
  creates: [
    { key: 'alice m1', taskId: 't' },
    { key: 'alice m1', taskId: 't' },
  ],
  states: [
    { taskId: 't', state: 'input-required' },
    { taskId: 't', state: 'completed' },
  ],
  answers: [{ taskId: 't', text: 'answer 42' }],
  streams: [STREAM, { ...STREAM, after: 4, state: 'working', events: STREAM.events.slice(2) }],
  notified: ['t'],
  notifications: [...TOLD.slice(0, 3), ...TOLD.slice(1)],
  journal: [GRANTED, BOUGHT, APPENDED, AGAIN, ENDED],
};

function withLog(change: (log: StoredTask['log']) => StoredTask['log']): RunHistory {
  return { ...GOOD, streams: [], journal: [BOUGHT], tasks: [{ ...TASK, log: change(TASK.log) }] };
}

function withStream(changed: Partial<SeenStream>): RunHistory {
  return { ...GOOD, streams: [STREAM, { ...STREAM, ...changed }] };
}

function withJournal(...journal: readonly JournalEntry[]): RunHistory {
  return { ...GOOD, journal };
}

test('a history in which every promise was kept has no violation', () => {
  expect(checkHistory(GOOD)).toEqual([]);
});

test('a run that lost its lease may do a step again before it knows', () => {
  const bought = { ...BOUGHT, pid: 2 };
  const late = { ...APPENDED, epoch: 2 };
  expect(checkHistory(withJournal(GRANTED, AGAIN, bought, late, BOUGHT))).toEqual([]);
});

test('a stream that lost its reader may end anywhere', () => {
  const stopped = { isComplete: false, events: STREAM.events.slice(0, 2) };
  expect(checkHistory(withStream(stopped))).toEqual([]);
});

const BROKEN: readonly (readonly [Violation['rule'], string, RunHistory])[] = [
  ['create-lost', 'an acknowledged task is gone', { ...GOOD, tasks: [], journal: [], streams: [] }],
  [
    'create-lost',
    "an acknowledged task is somebody else's",
    { ...GOOD, creates: [...GOOD.creates, { key: 'bob m1', taskId: 't' }] },
  ],
  [
    'create-repeated',
    'two callers were told of two tasks',
    { ...GOOD, creates: [...GOOD.creates, { key: 'alice m1', taskId: 'u' }] },
  ],
  [
    'create-repeated',
    'a second task was stored and never told of',
    { ...GOOD, tasks: [TASK, { ...TASK, taskId: 'u' }] },
  ],
  ['task-unasked', 'a task comes from nowhere', { ...GOOD, creates: [] }],
  ['log-gap', 'a number is missing', withLog((log) => log.filter(({ seq }) => seq !== 4))],
  [
    'log-gap',
    'a number is there twice',
    withLog(([first, ...log]) => (first ? [first, first, ...log] : log)),
  ],
  ['log-gap', 'the order is another', withLog((log) => log.toReversed())],
  ['end-missing', 'a task is stuck', withLog((log) => log.slice(0, 7))],
  ['end-missing', 'a task waits for an answer that came', withLog((log) => log.slice(0, 6))],
  [
    'end-repeated',
    'a task ended twice',
    withLog((log) => [...log, { seq: 9, text: 'failed', state: 'failed', isStreamed: true }]),
  ],
  [
    'event-after-end',
    'a piece came after the end',
    withLog((log) => [...log, { seq: 9, text: 'piece 2', isStreamed: true }]),
  ],
  [
    'state-lost',
    'the end is another than was told',
    { ...GOOD, states: [{ taskId: 't', state: 'canceled' }] },
  ],
  [
    'state-lost',
    'a state was told of no task',
    { ...GOOD, states: [{ taskId: 'u', state: 'working' }] },
  ],
  [
    'answer-lost',
    'an answer that was taken is gone',
    { ...GOOD, answers: [{ taskId: 't', text: 'answer 43' }] },
  ],
  [
    'answer-repeated',
    'an answer was taken twice',
    withLog((log) => log.with(6, { seq: 7, text: 'answer 42', isStreamed: false })),
  ],
  [
    'event-lost',
    'a streamed event is gone',
    withStream({ events: [...STREAM.events, { seq: 9, text: 'piece 2' }] }),
  ],
  [
    'event-lost',
    'an event that a runner was told of is gone',
    withJournal(GRANTED, BOUGHT, APPENDED, { ...ENDED, seq: 9 }),
  ],
  [
    'event-lost',
    'an event that a runner was told of is another',
    withJournal(GRANTED, BOUGHT, { ...APPENDED, texts: ['working', 'memo sell'] }),
  ],
  ['stream-skips', 'a stream has a hole', withStream({ events: STREAM.events.toSpliced(1, 1) })],
  [
    'stream-skips',
    'a stream that went on began too late',
    withStream({ after: 3, state: 'working', events: STREAM.events.slice(2) }),
  ],
  [
    'stream-repeats',
    'a stream that went on began too early',
    withStream({ events: [...STREAM.events.slice(0, 2), ...STREAM.events.slice(1)] }),
  ],
  [
    'stream-repeats',
    'a stream has another order',
    withStream({ events: STREAM.events.toReversed() }),
  ],
  [
    'stream-differs',
    'two streams tell two things',
    withStream({ events: STREAM.events.with(1, { seq: 4, text: 'piece one' }) }),
  ],
  ['stream-differs', 'a stream began with another state', withStream({ state: 'working' })],
  [
    'stream-short',
    'a stream ended before its task',
    withStream({ events: STREAM.events.slice(0, 4) }),
  ],
  [
    'epoch-falls',
    'a run that had lost its lease could write',
    withJournal(
      GRANTED,
      BOUGHT,
      AGAIN,
      { ...APPENDED, epoch: 2 },
      { ...APPENDED, seq: 4, texts: ['piece 1'], steps: [] },
    ),
  ],
  [
    'epoch-repeated',
    'two processes got one epoch',
    withJournal(GRANTED, BOUGHT, { ...GRANTED, pid: 2 }),
  ],
  [
    'step-repeated',
    'a step was done again after a crash',
    withJournal(GRANTED, BOUGHT, APPENDED, AGAIN, { ...BOUGHT, pid: 2 }),
  ],
  [
    'step-repeated',
    'a step was done twice in one run',
    withJournal(GRANTED, BOUGHT, APPENDED, BOUGHT),
  ],
  [
    'step-repeated',
    'a step was done by a process that never had a lease',
    withJournal(GRANTED, BOUGHT, APPENDED, { ...BOUGHT, pid: 3 }),
  ],
  [
    'notification-missing',
    'a receiver was not told of the end',
    { ...GOOD, notifications: TOLD.slice(0, -1) },
  ],
  [
    'notification-early',
    'a receiver was told in another order',
    { ...GOOD, notifications: TOLD.toReversed() },
  ],
  [
    'notification-differs',
    'a receiver was told something else',
    { ...GOOD, notifications: [...TOLD, { taskId: 't', seq: 8, text: 'failed' }] },
  ],
  ['step-unseen', 'a step has a result and was never done', withJournal(GRANTED, APPENDED)],
];

test.each(BROKEN)('%s: %s', (rule, _, history) => {
  expect(checkHistory(history).map((violation) => violation.rule)).toContain(rule);
});
