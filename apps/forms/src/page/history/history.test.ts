import { restoreEntry } from '@formwork/react';
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../storage/key-value-store.ts';
import { openDrafts, toDraftId } from './draft.ts';
import { fromEntry, fromRun } from './from-entry.ts';
import { readRun } from './read-run.ts';
import { openHistory } from './run-store.ts';
import { isUnsent, type Run } from './run.ts';

const AGENT = 'https://agents.example/card';
const OUTCOME = {
  kind: 'result',
  taskId: 't1',
  contextId: 'c1',
  schema: 'fightResponse',
  data: { winner: 'Lion' },
  text: '',
  files: [],
  problems: [],
} as const;
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
  turns: [],
  outcome: OUTCOME,
};

describe('the history of an agent', () => {
  test('gives back what was put, and keeps agents apart', () => {
    const store = createMemoryStore();
    const history = openHistory(store, AGENT);
    expect(history.put(RUN)).toBe(true);
    expect(openHistory(store, AGENT).list()).toEqual([RUN]);
    expect(openHistory(store, `${AGENT}/other`).list()).toEqual([]);
  });

  test('keeps a run whose result is too long, to ask the agent again', () => {
    const history = openHistory(createMemoryStore(), AGENT);
    const outcome = { ...OUTCOME, data: 'x'.repeat(70_000), text: 'y'.repeat(5000) };
    history.put({ ...RUN, outcome });
    expect(history.list()[0]).toMatchObject({ id: 'm1', state: 'done', taskId: 't1' });
    expect(history.list()[0]?.outcome).toBeUndefined();
    history.put({ ...RUN, outcome, taskId: '' });
    expect(history.list()[0]?.outcome).toEqual({
      ...OUTCOME,
      data: undefined,
      text: 'y'.repeat(2000),
    });
  });

  test('keeps what came before a result, or asks the agent again for all of it', () => {
    const store = createMemoryStore();
    const artifact = { artifactId: 'rows', name: '', text: 'Rows', files: [], isComplete: true };
    const artifacts = [{ ...artifact, data: [{ n: 1 }, { n: 2 }] }];
    openHistory(store, AGENT).put({ ...RUN, artifacts });
    const [stored] = openHistory(store, AGENT).list();
    expect(stored).toEqual({ ...RUN, artifacts });
    if (stored === undefined) throw new Error('Expected a run');
    expect(restoreEntry(fromRun(stored), 9)).toMatchObject({ state: { kind: 'done' }, artifacts });
    openHistory(store, AGENT).put({
      ...RUN,
      artifacts: [{ ...artifact, data: ['x'.repeat(70_000)] }],
    });
    const [long] = openHistory(store, AGENT).list();
    expect(long?.artifacts).toBeUndefined();
    expect(long?.outcome).toBeUndefined();
    expect(readRun({ ...RUN, artifacts: [{ text: 1 }, 7] })).toEqual(RUN);
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

  test.each([{ data: 1 }, 7, { ...OUTCOME, problems: [{}] }, { ...OUTCOME, kind: 'dream' }])(
    'an outcome that is none leaves the run: %j',
    (outcome) => {
      const { outcome: _outcome, endedAt: _endedAt, ...base } = RUN;
      expect(readRun({ ...RUN, outcome, endedAt: -1 })).toEqual(base);
    },
  );

  test('answers are kept, but for those that are none', () => {
    const question = { prompt: 'How long?', text: 'How long?', number: 1, refused: [], form: {} };
    const turns = [{ question, answer: { days: 3 }, answeredAt: 5 }, 7, { question: {} }];
    expect(readRun({ ...RUN, turns })?.turns).toEqual([
      {
        question: { prompt: 'How long?', text: 'How long?', number: undefined, refused: [] },
        answer: { days: 3 },
        answeredAt: 5,
      },
    ]);
  });

  test('an entry of a thread is a run, and a run an entry', () => {
    const names = { skillId: 'fight', skillName: 'Fight', fingerprint: 'sha' };
    expect(fromEntry(restoreEntry(fromRun(RUN), 9), names)).toEqual(RUN);
    const open: Run = { ...RUN, state: 'open' };
    const { outcome: _outcome, endedAt: _endedAt, ...working } = open;
    expect(fromEntry(restoreEntry(fromRun(working), 9), names)).toEqual(working);
    expect(isUnsent({ ...working, taskId: '' })).toBe(true);
    expect(isUnsent(working)).toBe(false);
  });

  test('what the agent has not acknowledged is not at work, also after a reload', () => {
    const names = { skillId: 'fight', skillName: 'Fight', fingerprint: 'sha' };
    const { outcome: _outcome, endedAt: _endedAt, ...base } = RUN;
    const unsent = { ...base, taskId: '', state: 'unsent' } as const;
    const again = { ...unsent, begunAt: 9 };
    expect(fromEntry(restoreEntry(fromRun(unsent), 9), names)).toEqual(again);
    expect(readRun(again)).toEqual(again);
    expect(readRun(unsent)).toEqual(unsent);
    expect(readRun({ ...unsent, state: 'open' })).toEqual(unsent);
  });

  test('a question that is given to others asks nothing of whoever sent the task', () => {
    const names = { skillId: 'fight', skillName: 'Fight', fingerprint: 'sha' };
    const question = { prompt: 'Pay?', text: 'Pay?', number: 1, refused: [] };
    const entry = restoreEntry(fromRun(RUN), 9);
    const ask = (fields: object): Run =>
      fromEntry(
        { ...entry, state: { kind: 'asking', question: { ...question, ...fields } } },
        names,
      );
    expect(ask({}).state).toBe('asking');
    const assigned = ask({ assignment: { to: ['role:approver'] } });
    expect(readRun(JSON.parse(JSON.stringify(assigned)))?.state).toBe('others');
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

test('drafts stay with the person who has entered them', () => {
  const store = createMemoryStore();
  const [ada, bob, guest] = ['#ada', '#bob', ''].map((owner) => openDrafts(store, AGENT, owner));
  if (ada === undefined || bob === undefined || guest === undefined)
    throw new Error('Expected all');
  const draft = { id: toDraftId('a', 'b'), fingerprint: 'sha', savedAt: 5 };
  const read = () => [ada, bob, guest].map((drafts) => drafts.list().map(({ data }) => data));
  ada.put({ ...draft, data: 'of Ada' });
  expect(read()).toEqual([['of Ada'], [], []]);
  guest.put({ ...draft, data: 'of nobody' });
  expect(read()).toEqual([['of Ada'], ['of nobody'], ['of nobody']]);
  expect(bob.ownStore.list()).toEqual([]);
  // Who goes on with a draft of nobody has it.
  bob.put({ ...draft, data: 'of Bob' });
  expect(read()).toEqual([['of Ada'], ['of Bob'], []]);
  guest.put({ ...draft, data: 'of nobody again' });
  bob.remove(draft.id);
  expect(read()).toEqual([['of Ada'], ['of nobody again'], ['of nobody again']]);
  bob.remove(draft.id);
  for (let n = 0; n < 30; n += 1) bob.put({ ...draft, id: toDraftId('many', `${n}`), data: n });
  expect(bob.list()).toHaveLength(20);
  expect(bob.list()[0]?.data).toBe(29);
  expect(read()[0]).toEqual(['of Ada']);
  bob.ownStore.clear();
  expect(read()).toEqual([['of Ada'], [], []]);
});
