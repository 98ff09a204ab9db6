import type { JsonSchema } from '@formwork/schema';

/**
 * A test case: a schema, and values that its type must accept and refuse, written in TypeScript.
 */
export type TypeCase = readonly [
  name: string,
  schema: JsonSchema,
  accepted: readonly string[],
  refused: readonly string[],
];

export const DRAFT_2020_12 = 'https://json-schema.org/draft/2020-12/schema';
export const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
export const TEXT = { type: 'string' };
export const NUMBER = { type: 'number' };

/**
 * Makes an object schema with the given properties and no others, all required unless `required`
 * names some.
 */
export function closed(
  properties: JsonSchema,
  required: readonly string[] = Object.keys(properties),
  more: JsonSchema = {},
): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false, ...more };
}

/** Test cases for the types of object schemas: their properties, and values without composition. */
export const OBJECT_CASES: readonly TypeCase[] = [
  [
    'fight',
    closed({ a: { ...TEXT, description: 'first' }, b: TEXT }, ['a', 'b'], {
      $schema: DRAFT_2020_12,
    }),
    ['{a:"x",b:"y"}'],
    ['{a:1,b:"y"}', '{a:"x"}', '{a:"x",b:"y",c:1}'],
  ],
  [
    'patternProps',
    {
      $schema: DRAFT_2020_12,
      type: 'object',
      patternProperties: { '^x-': TEXT },
      additionalProperties: false,
    },
    ['{"x-a":"1"}'],
    ['{"x-a":1}'],
  ],
  [
    'patternPlusProps',
    {
      $schema: DRAFT_2020_12,
      type: 'object',
      properties: { name: TEXT },
      required: ['name'],
      patternProperties: { '^n_': NUMBER },
      additionalProperties: false,
    },
    ['{name:"a",n_1:2}'],
    ['{name:1}', '{name:"a",n_1:true}'],
  ],
  [
    'intFormats',
    {
      $schema: DRAFT_2020_12,
      ...closed({
        i: { type: 'integer', format: 'int64', minimum: 0 },
        d: { type: 'string', format: 'date-time' },
        u: { type: 'string', format: 'uuid' },
      }),
    },
    ['{i:1,d:"2020-01-01T00:00:00Z",u:"x"}'],
    ['{i:"1",d:"",u:""}'],
  ],
  [
    'defaults',
    {
      $schema: DRAFT_2020_12,
      type: 'object',
      properties: { n: { type: 'integer', default: 3 }, s: { type: 'string', default: 'x' } },
      additionalProperties: false,
    },
    ['{}', '{n:1}'],
    ['{n:"1"}'],
  ],
  [
    'addPropsSchema',
    {
      $schema: DRAFT_2020_12,
      type: 'object',
      properties: { name: TEXT },
      required: ['name'],
      additionalProperties: NUMBER,
    },
    ['{name:"x",k:1}'],
    ['{name:"x",k:true}'],
  ],
  [
    'recordOf',
    { $schema: DRAFT_2020_12, type: 'object', additionalProperties: NUMBER },
    ['{a:1}'],
    ['{a:"1"}'],
  ],
  [
    'propertyNamesEnum',
    {
      $schema: DRAFT_2020_12,
      type: 'object',
      propertyNames: { enum: ['a', 'b'] },
      additionalProperties: NUMBER,
    },
    ['{a:1}', '{a:1,b:2}'],
    ['{c:1}', '{a:"1"}'],
  ],
  [
    'noTypeProps',
    { $schema: DRAFT_2020_12, properties: { a: TEXT }, required: ['a'] },
    ['{a:"x"}'],
    ['{a:1}', '{}'],
  ],
  ['anyObject', { $schema: DRAFT_2020_12, type: 'object' }, ['{a:1,b:"x"}', '{}'], ['1']],
  ['emptySchema', { $schema: DRAFT_2020_12, ...closed({ x: {} }) }, ['{x:1}', '{x:"a"}'], ['{}']],
];
