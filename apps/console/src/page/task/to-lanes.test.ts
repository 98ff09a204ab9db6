import { expect, test } from 'vitest';
import type { ConsoleSpan, ConsoleTask } from '../../api/console-api.ts';
import { compareSteps, listAttempts } from './to-attempts.ts';
import { createScale, listSpans, toTimeline } from './to-lanes.ts';

const START = Date.parse('2027-01-01T00:00:00.000Z');
const at = (ms: number): string => new Date(START + ms).toISOString();

const TASK: ConsoleTask = {
  process: { id: 'here:1', countedSince: START, now: START + 90_000 },
  task: {
    taskId: 't',
    scope: '' as ConsoleTask['task']['scope'],
    contextId: 'c',
    state: 'input-required',
    statusTimestamp: at(2_000),
    seq: 6,
    attempts: 2,
    cancelRequested: false,
  },
  events: [
    { seq: 1, timestamp: at(0), shape: { kind: 'status', state: 'submitted', hasMessage: false } },
    { seq: 2, timestamp: at(500), shape: { kind: 'status', state: 'working', hasMessage: true } },
    { seq: 3, timestamp: at(900), shape: { kind: 'memo', position: 0, key: 'step:charge' } },
    { seq: 4, timestamp: at(950), shape: { kind: 'memo', position: 1, key: 'step:mail' } },
    {
      seq: 5,
      timestamp: at(1_000),
      shape: { kind: 'artifact', name: 'bill', append: false, parts: [] },
    },
    {
      seq: 6,
      timestamp: at(2_000),
      shape: {
        kind: 'status',
        state: 'input-required',
        hasMessage: true,
        question: { number: 2, form: 'sure' },
      },
    },
  ],
  spans: [
    {
      kind: 'attempt',
      name: '2',
      startedAt: START + 100,
      endedAt: START + 2_000,
      outcome: 'suspended',
    },
    { kind: 'step', name: 'charge', startedAt: START + 600, endedAt: START + 900 },
    {
      kind: 'webhook',
      name: 'r',
      startedAt: START + 2_100,
      endedAt: START + 2_200,
      outcome: 'failed',
    },
  ],
  logs: [],
  receivers: [],
  question: { number: 2, form: 'sure' },
};

test('a timeline has what the log and the process know, each in its lane', () => {
  const { bars, start, end } = toTimeline(TASK);
  const shown = bars.map(({ lane, name, tone, isOpen }) => [lane, name, tone, isOpen]);
  expect(shown).toEqual([
    ['state', 'submitted', 'wait', false],
    ['state', 'working', 'run', false],
    ['state', 'input-required', 'ask', true],
    ['attempts', '2', 'ask', false],
    ['steps', 'charge', 'good', false],
    ['webhooks', 'r', 'bad', false],
    ['steps', 'mail', 'good', false],
    ['questions', '2', 'ask', true],
    ['events', 'progress', 'run', false],
    ['events', 'bill', 'good', false],
  ]);
  // Whoever takes a question changes it, and does not ask another one.
  const to = ['role:approver'];
  const claim = { kind: 'claimed', by: 'kim' } as const;
  const asks = { kind: 'status', state: 'input-required', hasMessage: true } as const;
  const question = { number: 2, form: 'sure', to, change: claim };
  const events = [...TASK.events, { seq: 7, timestamp: at(5_000), shape: { ...asks, question } }];
  const questions = toTimeline({ ...TASK, events }).bars.filter(({ lane }) => lane === 'questions');
  expect(questions).toMatchObject([
    { start: START + 2_000, end: START + 90_000, isOpen: true },
    { start: START + 5_000, end: START + 5_000, change: claim },
  ]);
  // The clock of the engine may be behind that of the process.
  const [attempt] = listSpans({
    ...TASK,
    spans: [{ kind: 'attempt', name: '1', startedAt: START - 6 }],
  });
  expect(attempt?.startedAt).toBe(START);
  expect([start, end]).toEqual([START, START + 90_000]);
});

test('what is short can be seen beside what is long, unless it is drawn to scale', () => {
  const timeline = toTimeline(TASK);
  const width = (isToScale: boolean): number => {
    const scale = createScale(timeline, isToScale);
    expect([scale(timeline.start), scale(timeline.end)]).toEqual([0, 1]);
    return scale(START + 900) - scale(START + 600);
  };
  expect(width(true)).toBeCloseTo(300 / 90_000);
  expect(width(false)).toBeGreaterThan(0.03);
});

function span(kind: 'attempt' | 'step', name: string, [from, to]: readonly number[]): ConsoleSpan {
  return {
    kind,
    name,
    startedAt: START + (from ?? 0),
    ...(to !== undefined && { endedAt: START + to }),
  };
}

const RETRIED: ConsoleTask = {
  ...TASK,
  events: [],
  spans: [
    span('attempt', '1', [0, 100]),
    span('attempt', '2', [500]),
    span('step', 'charge', [10, 40]),
    span('step', 'mail', [40, 100]),
    span('step', 'mail', [510, 530]),
    span('step', 'print', [530]),
  ],
};

test('each attempt has the steps that it has done, and two stand beside each other', () => {
  const [first, second] = listAttempts(RETRIED);
  if (first === undefined || second === undefined) throw new Error('There must be two attempts.');
  expect(first.steps.map(({ name }) => name)).toEqual(['charge', 'mail']);
  expect(second.steps.map(({ name }) => name)).toEqual(['mail', 'print']);
  expect(compareSteps(first, second)).toEqual([
    { name: 'charge', took: [30, undefined] },
    { name: 'mail', took: [60, 20] },
    { name: 'print', took: [undefined, undefined] },
  ]);
});
