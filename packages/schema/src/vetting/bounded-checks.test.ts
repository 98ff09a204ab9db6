import { expect, test } from 'vitest';
import type { JsonSchema } from '../types/json.ts';
import { createRemoteValidator } from './create-remote-validator.ts';
import { vetSchemaShape } from './vet-schema-shape.ts';

/** Makes a schema that applies `leaf` to one value 2,048 times, by references. */
function repeat(keyword: string, leaf: JsonSchema): JsonSchema {
  const $defs: Record<string, unknown> = { l11: leaf };
  for (let at = 0; at < 11; at += 1) {
    const next = { $ref: `#/$defs/l${at + 1}` };
    $defs[`l${at}`] = { [keyword]: [next, next] };
  }
  return { $defs, $ref: '#/$defs/l0' };
}

const text = { type: 'string' };
const rows = Array.from({ length: 5000 }, (_, a) => ({ a, b: 'x'.repeat(20) }));
const members = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at]));
const long = 'a.'.repeat(10_000);

test.each<readonly [string, JsonSchema, unknown]>([
  ['passing alternatives', repeat('allOf', { type: 'array' }), rows],
  ['failing alternatives', repeat('anyOf', text), rows],
  ['failing alternatives of items', { ...repeat('anyOf', text), $ref: '#/$defs/list' }, rows],
  ['one of many', repeat('oneOf', text), rows],
  ['counted names', repeat('allOf', { minProperties: 1 }), members],
  ['compared items', repeat('allOf', { uniqueItems: true }), rows],
  ['additional properties', repeat('allOf', { additionalProperties: text }), members],
  ['names', repeat('anyOf', { propertyNames: { maxLength: 2 } }), members],
  [
    'evaluated properties',
    {
      ...repeat('anyOf', { additionalProperties: { type: 'number' } }),
      unevaluatedProperties: false,
    },
    members,
  ],
  [
    'compared objects',
    { items: { enum: Array.from({ length: 500 }, (_, c) => ({ a: 1, b: 'x'.repeat(20), c })) } },
    rows,
  ],
  ['formats of long texts', repeat('anyOf', { format: 'email' }), long],
  ['lengths of long texts', repeat('anyOf', { maxLength: 2 }), long],
])('a check of %s ends soon, and says something if it fails', (name, schema, value) => {
  const list = { items: { $ref: '#/$defs/l0' } };
  const $defs = schema['$defs'];
  const whole = typeof $defs === 'object' ? { ...schema, $defs: { ...$defs, list } } : schema;
  const outcome = vetSchemaShape(whole);
  if (outcome.kind === 'refused') throw new Error(`${name}: ${outcome.issues[0]?.message}`);
  const validator = createRemoteValidator(outcome.vetted, { milliseconds: 80 });
  const before = process.cpuUsage();
  const isValid = validator.isValid(value);
  const problems = validator.check(value);
  // Only time of the processor counts, because the machine may be busy.
  expect(process.cpuUsage(before).user).toBeLessThan(500_000);
  expect(problems.length === 0).toBe(isValid);
  expect(problems.map(({ keyword }) => keyword)).not.toContain('uncheckable');
});

test.each([
  [3e-300, Array.from({ length: 10_000 }, () => 0.3)],
  [1e-2, Array.from({ length: 10_000 }, () => 1e300)],
])('multiples of %d take the steps of their digits', (multipleOf, value) => {
  const outcome = vetSchemaShape({ items: { multipleOf } });
  if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome.issues));
  const validator = createRemoteValidator(outcome.vetted, { milliseconds: 250 });
  expect(validator.check(value)).toMatchObject([{ keyword: 'timeout' }]);
  expect(validator.isValid(value.slice(0, 1000))).toBe(true);
});

const below = Array.from({ length: 1000 }, (_, at) => at);

test.each<readonly [string, JsonSchema]>([
  ['a type', text],
  ['alternatives', { anyOf: [text, { type: 'boolean', const: true }] }],
  ['shared schemas', { $ref: '#/$defs/l0', ...repeat('anyOf', text) }],
])('%s below one long name: at least one problem, and not the name for each', (_, items) => {
  const { $defs, ...rest } = items;
  const schema = { $defs, additionalProperties: { items: rest } };
  const outcome = vetSchemaShape(JSON.parse(JSON.stringify(schema)));
  if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome.issues));
  const validator = createRemoteValidator(outcome.vetted);
  const problems = validator.check({ ['n'.repeat(100_000)]: below });
  expect(problems[0]).toMatchObject({ pointer: expect.stringMatching(/^\/n+\/0$/u) });
  expect(JSON.stringify(problems).length).toBeLessThan(1_000_000);
});
