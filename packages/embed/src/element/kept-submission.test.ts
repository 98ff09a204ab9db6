import type { ThreadEntry } from '@formwork/react';
import type { JsonSchema } from '@formwork/schema';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeptSubmission } from './kept-submission.ts';

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
  const sent = { kind: 'input', skillId: 's', schema: 'i', data: { a: 1 } };
  return { id, sent, sentAt: 1, state: { kind } } as unknown as ThreadEntry;
}

function openForm(schema: JsonSchema = {}): KeptSubmission {
  return new KeptSubmission('https://shop.example.com', undefined, schema);
}

test('a submission is kept until the agent has acknowledged it', () => {
  const form = openForm();
  form.update(createEntry('a', 'sending'));
  expect(openForm().read()).toMatchObject({ id: 'a', sent: { data: { a: 1 } } });
  form.update(createEntry('a', 'working'));
  expect(openForm().read()).toBeUndefined();
});

test('a submission stays kept when the same form elsewhere on the page has sent another one', () => {
  openForm().update(createEntry('a', 'sending'));
  for (const kind of ['working', 'failed'] as const) openForm().update(createEntry('b', kind));
  expect(openForm().read()).toMatchObject({ id: 'a' });
});

test('secrets are never kept, however deep the schema hides them', () => {
  const secret = { type: 'object', properties: { key: { type: 'string', writeOnly: true } } };
  const form = openForm({ $defs: { login: secret }, anyOf: [{ $ref: '#/$defs/login' }] });
  form.update(createEntry('a', 'sending'));
  expect(form.read()).toBeUndefined();
});
