import { expect, test } from 'vitest';
import { defineSkill } from './define-skill.ts';
import type { AnySkill } from './skill.ts';

const pair = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
const valid = {
  id: 'pair',
  name: 'Pair',
  description: 'Takes a pair.',
  tags: [],
  input: { pair },
  run: () => undefined,
};

/** Defines a skill by any value, as programs without types can. */
function defineLoosely(definition: unknown): AnySkill {
  return defineSkill(definition as Parameters<typeof defineSkill>[0]);
}

function toIssues(changes: object): readonly string[] {
  const { issues } = defineLoosely({ ...valid, ...changes });
  return issues.map(({ code, where, message }) => `${code} | ${where} | ${message}`);
}

const LONG = 2_147_483_647;

test.each([
  [
    'timeoutMs',
    { timeoutMs: 0 },
    `timeoutMs must be an integer from 1 to ${LONG}: current value is integer 0`,
  ],
  [
    'timeoutMs',
    { timeoutMs: '5s' },
    `timeoutMs must be an integer from 1 to ${LONG}: current value is string "5s"`,
  ],
  [
    'timeoutMs',
    { timeoutMs: Number.NaN },
    `timeoutMs must be an integer from 1 to ${LONG}: current value is NaN`,
  ],
  [
    'concurrency',
    { concurrency: 1.5 },
    'concurrency must be an integer from 1 to 1000000: current value is number 1.5',
  ],
  [
    'concurrency',
    { concurrency: null },
    'concurrency must be an integer from 1 to 1000000: current value is null',
  ],
  [
    'retry',
    { retry: 3 },
    'retry must be an object with maxAttempts, delayMs, maxDelayMs, isTransient, each optional: current value is integer 3',
  ],
  [
    'retry.maxAttempts',
    { retry: { maxAttempts: 101 } },
    'retry.maxAttempts must be an integer from 1 to 100: current value is integer 101',
  ],
  [
    'retry.delayMs',
    { retry: { delayMs: -1 } },
    `retry.delayMs must be an integer from 0 to ${LONG}: current value is integer -1`,
  ],
  [
    'retry.maxDelayMs',
    { retry: { maxDelayMs: Infinity } },
    `retry.maxDelayMs must be an integer from 0 to ${LONG}: current value is Infinity`,
  ],
  [
    'retry.isTransient',
    { retry: { isTransient: true } },
    'retry.isTransient must be a function: current value is boolean true',
  ],
])('defineSkill() refuses %s of the wrong kind', (code, changes, fault) => {
  expect(toIssues(changes)).toEqual([
    `${code} | skill "pair" | Cannot define the skill because ${fault}`,
  ]);
});

test('defineSkill() reports every fault of how a skill is run, and unknown fields with them', () => {
  const retry = { attempts: 3, delayMs: 'soon' };
  expect(toIssues({ timeoutMs: -1, retry, concurrency: 0, timeout: 5 })).toHaveLength(5);
  expect(toIssues({ timeout: 5 })).toEqual([expect.stringContaining('did you mean "timeoutMs"?')]);
});

test('defineSkill() takes limits at their bounds', () => {
  const retry = { maxAttempts: 100, delayMs: 0, maxDelayMs: LONG, isTransient: () => true };
  expect(toIssues({ timeoutMs: 1, concurrency: 1_000_000, retry })).toEqual([]);
  expect(defineLoosely({ ...valid, timeoutMs: LONG, concurrency: 1, retry: {} })).toMatchObject({
    issues: [],
    timeoutMs: LONG,
    concurrency: 1,
    retry: {},
  });
});
