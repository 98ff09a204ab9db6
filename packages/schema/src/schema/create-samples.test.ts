import { expect, test } from 'vitest';
import { createValidator } from '../validation/create-validator.ts';
import { createSamples } from './create-samples.ts';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    code: { type: 'string', minLength: 1 },
    tags: { type: 'array', items: { type: 'string' } },
    age: { type: 'integer', minimum: 3, maximum: 99 },
  },
  required: ['name', 'code', 'tags', 'age'],
};
const validator = createValidator(schema);
const example = { name: 'Ada', code: 'A', tags: ['x'], age: 36 };

test('createSamples() tries examples, empty values, items twice and bounds', () => {
  const samples = createSamples({ schema, validator }, [example]);
  expect(samples).toEqual(
    expect.arrayContaining([
      example,
      { ...example, name: '' },
      { ...example, tags: [] },
      { ...example, tags: ['x', 'x'] },
      { ...example, age: 99 },
    ]),
  );
});

test('createSamples() gives only what fits, at most 20, each once', () => {
  const examples = Array.from({ length: 30 }, (_, age) => ({ ...example, age: age + 3 }));
  const samples = createSamples({ schema, validator }, examples);
  expect(samples).toHaveLength(20);
  expect(samples.every((sample) => validator.isValid(sample))).toBe(true);
  expect(new Set(samples.map((sample) => JSON.stringify(sample))).size).toBe(20);
});
