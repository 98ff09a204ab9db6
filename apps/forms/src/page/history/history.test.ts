import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../storage/open-store.ts';
import { openDrafts, toDraftId } from './draft.ts';
import { openHistory } from './open-history.ts';
import { readRun } from './read-run.ts';
import type { Run } from './run.ts';

const AGENT = 'https://agents.example/card';
const RUN: Run = {
  id: 'm1',
  skillId: 'fight',
  skillName: 'Fight',
  input: { kind: 'input', schema: 'fightComparison', fingerprint: 'sha', data: { a: 'Lion' } },
  taskId: 't1',
  contextId: 'c1',
  startedAt: 1000,
  endedAt: 2000,
  state: 'done',
  result: {
    schema: 'fightResponse',
    data: { winner: 'Lion' },
    text: '',
    problems: 0,
    isCut: false,
  },
};

describe('the history of an agent', () => {
  test('gives back what was put, and keeps agents apart', () => {
    const store = createMemoryStore();
    const history = openHistory(store, AGENT);
    expect(history.put(RUN)).toBe(true);
    expect(openHistory(store, AGENT).list()).toEqual([RUN]);
    expect(openHistory(store, `${AGENT}/other`).list()).toEqual([]);
  });

  test('keeps a run whose result is too long, and says that it was cut', () => {
    const history = openHistory(createMemoryStore(), AGENT);
    const data = 'x'.repeat(70_000);
    const result = { schema: 's', data, text: data, problems: 1, isCut: false };
    expect(history.put({ ...RUN, result })).toBe(true);
    expect(history.list()[0]?.result).toEqual({
      schema: 's',
      text: 'x'.repeat(2000),
      problems: 1,
      isCut: true,
    });
  });

  test.each([
    null,
    {},
    { ...RUN, id: 1 },
    { ...RUN, state: 'dreaming' },
    { ...RUN, input: { kind: 'input', schema: 'a' } },
    { ...RUN, input: { kind: 'text' } },
    { ...RUN, startedAt: 'yesterday' },
    { ...RUN, startedAt: 1e300 },
  ])('does not take what is no run: %j', (value) => {
    expect(readRun(value)).toBeUndefined();
  });

  test('a result that is none leaves the run', () => {
    const { result: _, ...rest } = RUN;
    expect(readRun({ ...RUN, result: { data: 1 }, endedAt: -1 })).toEqual(
      Object.fromEntries(Object.entries(rest).filter(([name]) => name !== 'endedAt')),
    );
  });
});

test('drafts are kept by skill and schema, with the fingerprint they were made for', () => {
  const drafts = openDrafts(createMemoryStore(), AGENT);
  const draft = { id: toDraftId('a', 'b'), fingerprint: 'sha', data: { a: 1 }, savedAt: 5 };
  expect(toDraftId('a', 'b c')).not.toBe(toDraftId('a b', 'c'));
  drafts.put(draft);
  drafts.put({ ...draft, id: toDraftId('a', 'c') });
  expect(drafts.list().map(({ id }) => id)).toEqual(['["a","c"]', '["a","b"]']);
  expect(drafts.list()[1]).toEqual(draft);
});
