import { expect, test } from 'vitest';
import type { ConsoleSpan, ConsoleTask } from '../../api/console-api.ts';
import { compareSteps, listAttempts } from './to-attempts.ts';

const START = Date.parse('2027-01-01T00:00:00.000Z');

function span(kind: 'attempt' | 'step', name: string, [from, to]: readonly number[]): ConsoleSpan {
  return {
    kind,
    name,
    startedAt: START + (from ?? 0),
    ...(to !== undefined && { endedAt: START + to }),
  };
}

const TASK: ConsoleTask = {
  process: { id: 'here:1', countedSince: START, now: START + 90_000 },
  task: {
    taskId: 't',
    scope: '' as ConsoleTask['task']['scope'],
    contextId: 'c',
    state: 'working',
    statusTimestamp: '2027-01-01T00:00:00.000Z',
    seq: 2,
    attempts: 2,
    cancelRequested: false,
  },
  events: [],
  spans: [
    span('attempt', '1', [0, 100]),
    span('attempt', '2', [500]),
    span('step', 'charge', [10, 40]),
    span('step', 'mail', [40, 100]),
    span('step', 'mail', [510, 530]),
    span('step', 'print', [530]),
  ],
  logs: [],
  receivers: [],
};

test('each attempt has the steps that it has done, and two stand beside each other', () => {
  const [first, second] = listAttempts(TASK);
  if (first === undefined || second === undefined) throw new Error('There must be two attempts.');
  expect(first.steps.map(({ name }) => name)).toEqual(['charge', 'mail']);
  expect(second.steps.map(({ name }) => name)).toEqual(['mail', 'print']);
  expect(compareSteps(first, second)).toEqual([
    { name: 'charge', took: [30, undefined] },
    { name: 'mail', took: [60, 20] },
    { name: 'print', took: [undefined, undefined] },
  ]);
});
