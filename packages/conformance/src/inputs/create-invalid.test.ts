import { createValidator, type JsonSchema } from '@formwork/schema';
import { expect, test, vi } from 'vitest';
import { createInvalid } from './create-invalid.ts';

const text = { type: 'string' } as const;

test.each<[schema: JsonSchema, valid: object, found: object | undefined]>([
  [
    { type: 'object', properties: { a: text }, required: ['a'] },
    { a: 'x' },
    { data: {}, member: 'a', about: 'without "a"' },
  ],
  [
    { type: 'object', properties: { a: text } },
    { a: 'x' },
    { data: { a: [[]] }, member: 'a', about: 'with [[]] as "a"' },
  ],
  [
    { type: 'object', additionalProperties: false },
    {},
    { data: { 'no-such-member': true }, member: 'no-such-member' },
  ],
  [{ type: 'object', minProperties: 1 }, { a: 1 }, { data: {}, member: 'a' }],
  [{ type: 'object' }, { a: 1 }, undefined],
])('createInvalid breaks %j at one member', (schema, valid, found) => {
  const made = createInvalid(valid as never, createValidator(schema));
  if (found === undefined) expect(made).toBeUndefined();
  else expect(made).toMatchObject(found);
});

test('createInvalid copies a large input a few times only', () => {
  const large = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`member${n}`, n]));
  const validator = createValidator({ type: 'object' });
  const check = vi.spyOn(validator, 'isValid');
  expect(createInvalid(large, validator)).toBeUndefined();
  expect(check.mock.calls.length).toBeLessThan(300);
});
