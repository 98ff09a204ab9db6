import { expect, test } from 'vitest';
import { fillDefaults } from './fill-defaults.ts';

const schema = {
  type: 'object',
  properties: {
    colour: { type: 'string' },
    coats: { type: 'integer', default: 2 },
    matt: { type: 'boolean', default: false },
    rooms: { type: 'array', items: { type: 'string', enum: ['hall', 'attic'] }, default: ['hall'] },
  },
  required: ['colour'],
};

test('fields that were left out get their defaults, and no other', () => {
  const filled = { colour: 'red', coats: 2, matt: false, rooms: ['hall'] };
  expect(fillDefaults({ colour: 'red' }, schema)).toEqual(filled);
  expect(fillDefaults({ colour: 'red', coats: 5, rooms: [] }, schema)).toEqual({
    ...filled,
    coats: 5,
    rooms: [],
  });
  const odd = JSON.parse('{"properties":{"__proto__":{"default":1},"toString":{"default":"a"}}}');
  expect(JSON.stringify(fillDefaults({}, odd))).toBe('{"__proto__":1,"toString":"a"}');
});

test('defaults that the form itself refuses are not sent', () => {
  const misfit = { ...schema, maxProperties: 3 };
  expect(fillDefaults({ colour: 'red' }, misfit)).toEqual({ colour: 'red' });
});
