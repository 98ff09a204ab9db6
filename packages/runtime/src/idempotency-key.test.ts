import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createIdempotencyKey } from './idempotency-key.ts';
import type { Scope } from './scope.ts';
import { ANONYMOUS_SCOPE } from './scope.ts';

test.each([
  randomUUID(),
  randomUUID().toUpperCase(),
  '018f3c1e-7b2a-7c4d-9e5f-6a7b8c9d0e1f',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  randomBytes(16).toString('hex'),
  randomBytes(32).toString('hex'),
])('whoever knows the id %s has a right to what it made', (id) => {
  expect(createIdempotencyKey({ scope: ANONYMOUS_SCOPE, id })).toBe(id);
});

test.each([
  '',
  '1',
  'm-1',
  'message-0000000000000001',
  'message-of-the-24th-of-november',
  'MessageNumber0000000042',
  '0000000000000000000000000000000000000001',
  '00000000-0000-4000-8000-000000000001',
  // A UUID of version 1 is made of the time and the machine only, so others can guess it.
  'c232ab00-9414-11ec-b3c8-9f6bdeced846',
  `${randomUUID()} `,
])('an id that others may have as well finds nothing of a stranger: %j', (id) => {
  expect(createIdempotencyKey({ scope: ANONYMOUS_SCOPE, id, content: {} })).toBeUndefined();
  expect(createIdempotencyKey({ scope: 'user:ada' as Scope, id })).toBe(id);
});

test('the key covers the content, however long it is', () => {
  const scope = 'user:ada' as Scope;
  for (const size of [1, 10_000]) {
    const make = (letter: string) =>
      createIdempotencyKey({ scope, id: '1', content: { text: letter.repeat(size) } });
    expect(make('a')).toBe(make('a'));
    expect(make('a')).not.toBe(make('b'));
    expect(make('a')?.length).toBeLessThan(600);
  }
});
