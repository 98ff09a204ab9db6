import { expect, test } from 'vitest';
import { createMemoryStore } from '../storage/key-value-store.ts';
import { openAnswerDrafts } from './answer-drafts.ts';

const FORM = {
  name: 'decision',
  schema: { type: 'object', properties: { note: {}, code: { writeOnly: true } } },
} as const;

test('begun answers are kept by agent, task and question, without secrets, until they are gone', () => {
  const store = createMemoryStore();
  const key = { agent: 'https://a.example', owner: 'kim' };
  const drafts = openAnswerDrafts(store, key);
  const first = { taskId: 't', question: 0, form: FORM };
  const second = { taskId: 't', question: 1 };
  drafts.open(first).keep({ note: 'soon', code: 'secret' });
  const text = drafts.open(second);
  text.keep('Perh');
  text.keep('Perhaps');
  const again = openAnswerDrafts(store, key);
  expect([again.open(first).read(), again.open(second).read()]).toEqual([
    { note: 'soon' },
    'Perhaps',
  ]);
  const elsewhere = openAnswerDrafts(store, { ...key, agent: 'https://b.example' });
  expect(elsewhere.open(first).read()).toBeUndefined();
  // Who uses the browser next neither sees nor ends what others have begun.
  for (const owner of ['lee', '', 'ki', 'kim","t']) {
    const otherDrafts = openAnswerDrafts(store, { ...key, owner });
    expect(otherDrafts.open(first).read()).toBeUndefined();
    otherDrafts.keepOnly([]);
    otherDrafts.open(first).end();
  }
  expect(drafts.open(first).read()).toEqual({ note: 'soon' });
  again.keepOnly([second]);
  expect([drafts.open(first).read(), drafts.open(second).read()]).toEqual([undefined, 'Perhaps']);
  // Only the form tells what is secret.
  text.keep({ code: 'secret' });
  expect(store.keys()).toEqual([]);
  text.keep('');
  const late = drafts.open(first);
  late.keep({ note: 'late' });
  late.end();
  expect(store.keys()).toEqual([]);
});

test('the functions of a begun answer work by themselves, because components pass them on', () => {
  const drafts = openAnswerDrafts(createMemoryStore(), {
    agent: 'https://a.example',
    owner: 'kim',
  });
  const question = { taskId: 't', question: 1 };
  const { read, keep, exchange, isShared, end } = drafts.open(question);
  keep('Yes');
  expect([read(), drafts.open(question).read(), isShared()]).toEqual(['Yes', 'Yes', false]);
  drafts.open(question).keep('No');
  keep('Yes, of course');
  exchange();
  expect([read(), isShared()]).toEqual(['No', true]);
  end();
  expect([read(), drafts.open(question).read()]).toEqual([undefined, undefined]);
});

test('two tabs keep both of their answers to one question, and can exchange them', () => {
  const store = createMemoryStore();
  const question = { taskId: 't', question: 1 };
  const drafts = openAnswerDrafts(store, { agent: 'https://a.example', owner: 'kim' });
  const [first, second] = [drafts.open(question), drafts.open(question)];
  first.keep('Yes, of course');
  expect([first.isShared(), second.isShared()]).toEqual([false, false]);
  second.keep('N');
  second.keep('No');
  expect([first.isShared(), second.isShared()]).toEqual([false, true]);
  second.exchange();
  expect([second.read(), drafts.open(question).read()]).toEqual([
    'Yes, of course',
    'Yes, of course',
  ]);
  second.exchange();
  expect(drafts.open(question).read()).toBe('No');
  // The first tab goes on, so that its answer is the last one, and that of the second stays.
  first.keep('Yes, of course!');
  expect(first.isShared()).toBe(true);
  first.exchange();
  expect(first.read()).toBe('No');
  // What waits no longer leaves nothing, whoever has kept it.
  drafts.keepOnly([question]);
  expect(store.keys()).toHaveLength(2);
  drafts.keepOnly([]);
  expect(store.keys()).toEqual([]);
  // An answer that another tab has cleared is none that could be lost.
  const [tab, otherTab] = [drafts.open(question), drafts.open(question)];
  tab.keep('Yes');
  tab.keep('');
  otherTab.keep('No');
  expect([otherTab.isShared(), store.keys().length]).toEqual([false, 1]);
});

test('an exchange keeps what the other tab has entered meanwhile, and a reload offers it', () => {
  const question = { taskId: 't', question: 1 };
  const store = createMemoryStore();
  const drafts = openAnswerDrafts(store, { agent: 'https://a.example', owner: 'kim' });
  const [first, second] = [drafts.open(question), drafts.open(question)];
  second.keep('No');
  first.keep('Yes');
  second.keep('No, never');
  first.exchange();
  expect(first.read()).toBe('No, never');
  first.exchange();
  expect(first.read()).toBe('Yes');
  const reloaded = drafts.open(question);
  expect([reloaded.read(), reloaded.isShared()]).toEqual(['Yes', true]);
  reloaded.exchange();
  expect(reloaded.read()).toBe('No, never');
  // The other tab has cleared its answer: the one before it is gone on with, and this one can come back.
  drafts.open(question).keep('');
  reloaded.exchange();
  expect([reloaded.read(), reloaded.isShared()]).toEqual(['Yes', true]);
  reloaded.exchange();
  expect(reloaded.read()).toBe('No, never');
});

test('an answer that is too long to be kept is not taken for that of another tab', () => {
  const question = { taskId: 't', question: 1 };
  const drafts = openAnswerDrafts(createMemoryStore(), {
    agent: 'https://a.example',
    owner: 'kim',
  });
  const [first, second] = [drafts.open(question), drafts.open(question)];
  second.keep('No');
  const alone = drafts.open({ ...question, question: 2 });
  for (const draft of [first, alone]) {
    draft.keep('Yes');
    draft.keep('Yes'.repeat(200_000));
    draft.keep('Yes'.repeat(200_001));
  }
  expect(alone.isShared()).toBe(false);
  first.exchange();
  expect(first.read()).toBe('No');
  // There is no room for the long one, which this tab still has.
  first.exchange();
  expect(first.read()).toBe('Yes'.repeat(200_001));
});

test('of three tabs none loses its answer, and a task that goes on leaves nothing', () => {
  const question = { taskId: 't', question: 1 };
  const store = createMemoryStore();
  const drafts = openAnswerDrafts(store, { agent: 'https://a.example', owner: 'kim' });
  const tabs = [drafts.open(question), drafts.open(question), drafts.open(question)];
  for (const [n, tab] of tabs.entries()) tab.keep(`Answer ${n}`);
  const last = drafts.open(question);
  const answers = Array.from({ length: 3 }, () => {
    const read = last.read();
    last.exchange();
    return read;
  });
  expect(new Set(answers)).toEqual(new Set(['Answer 0', 'Answer 1', 'Answer 2']));
  expect([last.read(), store.keys().length]).toEqual([answers[0], 3]);
  // A tab that goes on has one answer, not one for each time.
  tabs[0]?.keep('Answer 0, in full');
  expect(store.keys()).toHaveLength(3);
  const why = { taskId: 't', question: 'Why?' };
  const [firstTab, secondTab] = [drafts.open(why), drafts.open(why)];
  firstTab.keep('Because');
  secondTab.keep('Because of it');
  drafts.open({ taskId: 't2', question: 1 }).keep('Of another task');
  drafts.keepTask('t', 'Why?');
  // Of the question that is asked now, the answers of all tabs stay.
  expect(store.keys()).toHaveLength(3);
  drafts.keepTask('t', undefined);
  expect(store.keys()).toHaveLength(1);
});
