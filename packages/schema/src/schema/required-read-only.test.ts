import { expect, test } from 'vitest';
import type { JsonSchema } from '../types/json.ts';
import { createNamedSchema, type NamedSchemaOptions } from './named-schema.ts';

const id = { type: 'string', readOnly: true };
const $defs = { id };

function listPointers(
  schema: JsonSchema,
  direction: NamedSchemaOptions['direction'] = 'input',
): readonly (string | undefined)[] {
  const { issues, named } = createNamedSchema('order', schema, { direction, where: 'order' });
  expect(named).toBeDefined();
  return issues.filter(({ code }) => code === 'schema-required-read-only').map((i) => i.pointer);
}

const toGroup = (properties: JsonSchema): JsonSchema => ({
  type: 'object',
  properties,
  required: ['id'],
});

test.each<readonly [string, JsonSchema, readonly string[]]>([
  ['a value', toGroup({ id }), ['/properties/id']],
  [
    'a value in a row',
    { type: 'object', properties: { all: { type: 'array', items: toGroup({ id }) } } },
    ['/properties/all/items/properties/id'],
  ],
  ['a reference', { ...toGroup({ id: { $ref: '#/$defs/id' } }), $defs }, ['/properties/id']],
  [
    'a word beside a reference',
    {
      ...toGroup({ id: { $ref: '#/$defs/text', readOnly: true } }),
      $defs: { text: { type: 'string' } },
    },
    ['/properties/id'],
  ],
  ['an optional value', { type: 'object', properties: { id } }, []],
  ['a default', toGroup({ id: { ...id, default: 'a' } }), []],
  ['a constant', toGroup({ id: { const: 'a', readOnly: true } }), []],
])('what callers must give and may only read is warned of: %s', (_what, schema, pointers) => {
  expect(listPointers(schema)).toEqual(pointers);
});

test('an output may have what is only read', () => {
  expect(listPointers(toGroup({ id }), 'output')).toEqual([]);
});
