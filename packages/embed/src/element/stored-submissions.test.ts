import type { ThreadEntry } from '@formwork/react';
import type { JsonSchema } from '@formwork/schema';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeptSubmissions } from './stored-submissions.ts';

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Makes the entry of a submission, of which only what is kept and the kind of its state are read. */
function createEntry(id: string, kind: 'sending' | 'working' | 'failed'): ThreadEntry {
  const message = { kind: 'input', skillId: 's', schema: 'i', data: { a: 1 } };
  return { id, sent: message, sentAt: 1, state: { kind } } as unknown as ThreadEntry;
}

function openForm(schema: JsonSchema = {}): KeptSubmissions {
  return new KeptSubmissions('https://shop.example.com', undefined, schema);
}

test('a submission is kept until the agent has acknowledged it', () => {
  const form = openForm();
  form.update(createEntry('a', 'sending'));
  expect(openForm().list()).toMatchObject([{ id: 'a', sent: { data: { a: 1 } } }]);
  form.update(createEntry('a', 'working'));
  expect(openForm().list()).toEqual([]);
});

test('a submission stays kept when the same form elsewhere on the page has sent another one', () => {
  openForm().update(createEntry('a', 'sending'));
  for (const kind of ['working', 'failed'] as const) openForm().update(createEntry('b', kind));
  expect(openForm().list()).toMatchObject([{ id: 'a' }]);
});

test('secrets are never kept, however deep the schema hides them', () => {
  const secret = { type: 'object', properties: { key: { type: 'string', writeOnly: true } } };
  const form = openForm({ $defs: { login: secret }, anyOf: [{ $ref: '#/$defs/login' }] });
  form.update(createEntry('a', 'sending'));
  expect(form.list()).toEqual([]);
});

test('two submissions of one form are both kept, and each is taken by one form of the page', () => {
  const [first, second] = [openForm(), openForm()];
  first.update(createEntry('a', 'sending'));
  second.update(createEntry('b', 'sending'));
  expect(openForm().take()).toBeUndefined();
  // The page is loaded again.
  first.leave();
  second.leave();
  expect([first.take()?.id, second.take()?.id, openForm().take()?.id]).toEqual([
    'a',
    'b',
    undefined,
  ]);
  first.update(createEntry('a', 'working'));
  expect(openForm().list()).toMatchObject([{ id: 'b' }]);
});

test('what a form that is drawn no longer has shown is taken by the next one', () => {
  const first = openForm();
  first.update(createEntry('a', 'sending'));
  first.leave();
  expect(openForm().take()?.id).toBe('a');
});
