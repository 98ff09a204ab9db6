import { expect, test } from 'vitest';
import { createMemoryStore } from '../storage/key-value-store.ts';
import { openAnswerDrafts } from './answer-drafts.ts';

const FORM = {
  name: 'decision',
  schema: { type: 'object', properties: { note: {}, code: { writeOnly: true } } },
} as const;

test('begun answers are kept by agent, task and question, without secrets, until they are gone', () => {
  const store = createMemoryStore();
  const place = { agent: 'https://a.example', owner: 'kim' };
  const drafts = openAnswerDrafts(store, place);
  const first = { taskId: 't', question: 0, form: FORM };
  const second = { taskId: 't', question: 1 };
  drafts.keep(first, { note: 'soon', code: 'secret' });
  drafts.keep(second, 'Perh');
  drafts.keep(second, 'Perhaps');
  const again = openAnswerDrafts(store, place);
  expect([again.read(first), again.read(second)]).toEqual([{ note: 'soon' }, 'Perhaps']);
  const elsewhere = openAnswerDrafts(store, { ...place, agent: 'https://b.example' });
  expect(elsewhere.read(first)).toBeUndefined();
  // Who uses the browser next neither sees nor ends what others have begun.
  for (const owner of ['lee', '', 'ki', 'kim","t']) {
    const other = openAnswerDrafts(store, { ...place, owner });
    expect(other.read(first)).toBeUndefined();
    other.keepOnly([]);
    other.remove(first);
  }
  expect(drafts.read(first)).toEqual({ note: 'soon' });
  again.keepOnly([second]);
  expect([drafts.read(first), drafts.read(second)]).toEqual([undefined, 'Perhaps']);
  // Only the form tells what is secret.
  drafts.keep(second, { code: 'secret' });
  expect(store.keys()).toEqual([]);
  drafts.keep(second, '');
  drafts.keep(first, { note: 'late' });
  drafts.remove(first);
  expect(store.keys()).toEqual([]);
});
