import { createValidator, type JsonSchema } from '@formwork/schema';
import { expect, test } from 'vitest';
import { mendArguments } from './mended-arguments.ts';

const schema: JsonSchema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    either: { type: ['string', 'object'] },
    group: { type: 'object', properties: { list: { type: 'array', items: { type: 'integer' } } } },
    maybe: { anyOf: [{ type: 'array' }, { type: 'null' }] },
    choice: { enum: ['a', 'b'] },
    code: { type: 'string', pattern: '^x' },
  },
  required: ['text'],
};

const validator = createValidator(schema);

function mend(value: unknown): unknown {
  const { value: mended, problems } = mendArguments(value, (data) => validator.check(data));
  return problems.length === 0 ? mended : problems.map(({ pointer }) => pointer);
}

test('JSON text is parsed where only an object or a list can be meant', () => {
  expect(mend('{"text":"{}","group":"{\\"list\\":\\"[1, 2]\\"}"}')).toEqual({
    text: '{}',
    group: { list: [1, 2] },
  });
  expect(mend({ text: '[1]', either: '{}', maybe: ' ["a"]' })).toEqual({
    text: '[1]',
    either: '{}',
    maybe: ['a'],
  });
  // What is no object, or changes a number, stays as it came.
  expect(mend({ text: 'a', group: '[1]' })).toEqual(['/group']);
  expect(mend({ text: 'a', group: 'a' })).toEqual(['/group']);
  expect(mend({ text: 'a', group: { list: '[9007199254740993]' } })).toEqual(['/group/list']);
  expect(mend({ text: 'a', group: { list: '["b"]' } })).toEqual(['/group/list/0']);
  expect(mend({ text: 'a', code: '{}' })).toEqual(['/code']);
});

test('null for what may be left out counts as left out, and nowhere else', () => {
  const nothing = { group: null, choice: null, code: null };
  expect(mend({ text: 'a', maybe: null, ...nothing })).toEqual({ text: 'a', maybe: null });
  expect(mend({ text: null, choice: null })).toEqual(['/text']);
  expect(mend({ text: 'a', group: { list: [null] } })).toEqual(['/group/list/0']);
  expect(mend(null)).toEqual(['']);
  expect(mend({ text: 'a', __proto__: null })).toEqual({ text: 'a' });
});

test('the arguments of a caller stay as they are', () => {
  const callArguments = { text: 'a', group: '{}', choice: null };
  mend(callArguments);
  expect(callArguments).toEqual({ text: 'a', group: '{}', choice: null });
});
