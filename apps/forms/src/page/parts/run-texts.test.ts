import { expect, test } from 'vitest';
import type { Run } from '../history/run.ts';
import { tellApart, toOutcomeText } from './run-texts.ts';

const INPUT = {
  kind: 'input',
  schema: 's',
  fingerprint: '',
  data: { a: 'Owl', odds: 1 },
} as const;
const IDS = { taskId: 't', contextId: 'c', problems: [] };

test.each<[string, NonNullable<Run['outcome']>, string]>([
  [
    'the first values of a result',
    {
      kind: 'result',
      ...IDS,
      schema: 's',
      files: [],
      text: 'x',
      data: { winner: 'Owl', a: 'Owl', why: 'w'.repeat(31), odds: 0.75 },
    },
    'Owl · 0.75',
  ],
  [
    'a text without its marks',
    { kind: 'result', ...IDS, schema: '', files: [], text: '# Minutes\n\n- *Ada* opens' },
    'Minutes - Ada opens',
  ],
  [
    'why it failed',
    { kind: 'ended', ...IDS, state: 'failed', text: 'No such case' },
    'No such case',
  ],
])('a list says of a run: %s', (_, outcome, text) => {
  expect(toOutcomeText({ input: INPUT, outcome }, 'en')).toBe(text);
});

test('a long text is cut, and a run without an outcome says nothing', () => {
  const outcome = { kind: 'ended', ...IDS, state: 'failed', text: 'x'.repeat(200) } as const;
  expect(toOutcomeText({ input: INPUT, outcome }, 'en')).toHaveLength(80);
  expect(toOutcomeText({ input: INPUT }, 'en')).toBe('');
});

test('inputs of one title are told apart by the first values in which they differ', () => {
  const trip = { city: 'Porto', days: 3, guests: [{ name: 'Ada' }, { name: 'Bo' }] };
  expect(
    tellApart(
      [trip, { ...trip, guests: [{ name: 'Ada' }, { name: 'Cy' }] }, { ...trip, days: 4 }],
      'en',
    ),
  ).toEqual(['3 · Bo', '3 · Cy', '4 · Bo']);
  expect(tellApart([trip, trip], 'en')).toEqual(['', '']);
});
