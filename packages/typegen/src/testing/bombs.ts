import { repeat, type Attack } from './attacks.ts';

function nest(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let schema: unknown = { type: 'string' };
  for (let level = 0; level < levels; level += 1) schema = wrap(schema);
  return schema;
}

/** Every rung refers to the next one twice, so that following each reference doubles the work. */
function ladder(keyword: string, rungs: number): unknown {
  const rung = (index: number): object => ({ $ref: `#/$defs/r${index + 1}` });
  return {
    $ref: '#/$defs/r0',
    $defs: {
      ...repeat(rungs, (index) => [`r${index}`, { [keyword]: [rung(index), rung(index)] }]),
      [`r${rungs}`]: { properties: { end: { type: 'string' } } },
    },
  };
}

/** Objects with one property each, so that nothing can be merged. */
function alternatives(count: number, prefix: string): object {
  return {
    anyOf: Array.from({ length: count }, (_, index) => ({
      properties: { [`${prefix}${index}`]: { const: index } },
      required: [`${prefix}${index}`],
    })),
  };
}

/** Schemas that are to cost much. */
export const BOMBS: readonly Attack[] = [
  { name: 'a ladder of allOf', schema: ladder('allOf', 200), outcome: 'types' },
  { name: 'a ladder of anyOf', schema: ladder('anyOf', 200), outcome: 'types' },
  {
    name: 'a ladder whose rungs differ',
    schema: {
      $ref: '#/$defs/r0',
      $defs: {
        ...repeat(200, (index) => {
          const next = { $ref: `#/$defs/r${index + 1}` };
          const other = { allOf: [next, { properties: { [`p${index}`]: {} } }] };
          return [`r${index}`, { anyOf: [next, other] }];
        }),
        r200: { properties: { end: { type: 'string' } } },
      },
    },
    outcome: { warned: 'union-too-large' },
  },
  {
    name: 'a schema that is itself',
    schema: { $ref: '#' },
    outcome: { warned: 'reference-circular' },
  },
  {
    name: 'schemas that are each other',
    schema: {
      anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }],
      $defs: {
        a: { allOf: [{ $ref: '#/$defs/b' }] },
        b: { oneOf: [{ $ref: '#/$defs/a' }, { type: 'string' }] },
      },
    },
    outcome: { warned: 'reference-circular' },
  },
  {
    name: 'a long chain of references',
    schema: {
      $ref: '#/$defs/c0',
      $defs: {
        ...repeat(900, (index) => [`c${index}`, { $ref: `#/$defs/c${index + 1}` }]),
        c900: { type: 'string' },
      },
    },
    outcome: 'types',
  },
  {
    name: 'unions that multiply',
    schema: { allOf: ['a', 'b', 'c', 'd'].map((prefix) => alternatives(60, prefix)) },
    outcome: { warned: 'union-too-large' },
  },
  {
    name: 'arrays within arrays that list their items',
    schema: nest(20, (items) => ({ type: 'array', items, minItems: 8 })),
    outcome: 'types',
  },
  {
    name: 'an array with very many items',
    schema: { type: 'array', items: { type: 'string' }, minItems: 1e9, maxItems: 1e12 },
    outcome: 'types',
  },
  {
    name: 'a tuple with very many items',
    schema: {
      prefixItems: Array.from({ length: 1_500 }, () => ({ type: 'string' })),
      items: false,
    },
    outcome: 'types',
  },
  {
    name: 'numbers that JavaScript cannot hold',
    schema: JSON.parse(
      '{"properties":{"a":{"enum":[1e400,-1e400]},"b":{"minItems":1e400,"items":{}}}}',
    ),
    outcome: 'types',
  },
  {
    name: 'patterns that hang',
    schema: { patternProperties: { '^(a+)+$': { type: 'string', pattern: '^(a|a)*$' } } },
    outcome: 'types',
  },
  {
    name: 'keywords of the wrong kind',
    schema: JSON.parse(`{
      "type": { "a": 1 }, "properties": "x", "required": 5, "items": "y", "enum": {}, "allOf": "z",
      "anyOf": [null, 3, "q", []], "description": { "a": 1 }, "title": 3, "deprecated": "yes",
      "minItems": -4, "additionalProperties": "no", "$defs": [], "patternProperties": 3, "$ref": 7
    }`),
    outcome: 'types',
  },
  {
    name: 'types that there are not',
    schema: { type: ['float', '*/ string', { $ref: '#' }] },
    outcome: { warned: 'type-unknown' },
  },
  {
    name: 'a deep schema',
    schema: nest(5_000, (items) => ({ items })),
    outcome: { refused: 'TYPEGEN_LIMIT' },
  },
  {
    name: 'a text of 1 MB',
    schema: { type: 'string', description: 'x'.repeat(1024 * 1024) },
    outcome: { refused: 'TYPEGEN_LIMIT' },
  },
  {
    name: 'many alternatives',
    schema: { oneOf: Array.from({ length: 20_000 }, (_, index) => ({ const: index })) },
    outcome: { refused: 'TYPEGEN_LIMIT' },
  },
  {
    name: 'many values',
    schema: { enum: Array.from({ length: 9_000 }, (_, index) => index) },
    outcome: { warned: 'union-too-large' },
  },
  {
    name: 'many subschemas',
    schema: { properties: repeat(2_500, (index) => [`p${index}`, { type: 'string' }]) },
    outcome: { refused: 'TYPEGEN_LIMIT' },
  },
  {
    name: 'one definition referred to very often',
    schema: {
      properties: repeat(1_500, (index) => [`p${index}`, { $ref: '#/$defs/d' }]),
      $defs: { d: { properties: { a: { $ref: '#' } } } },
    },
    outcome: 'types',
  },
];
