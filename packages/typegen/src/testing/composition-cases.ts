import { closed, DRAFT_07, DRAFT_2020_12, NUMBER, TEXT, type TypeCase } from './type-cases.ts';

/** Test cases for the types of schemas with compositions, alternatives and arrays. */
export const COMPOSITION_CASES: readonly TypeCase[] = [
  [
    'prefixItemsClosed',
    {
      $schema: DRAFT_2020_12,
      ...closed({ t: { type: 'array', prefixItems: [TEXT, NUMBER], items: false, minItems: 2 } }),
    },
    ['{t:["a",1]}'],
    ['{t:[1,"a"]}', '{t:["a"]}', '{t:["a",1,2]}'],
  ],
  [
    'prefixItemsOpen',
    {
      $schema: DRAFT_2020_12,
      ...closed({ t: { type: 'array', prefixItems: [TEXT], items: NUMBER } }),
    },
    ['{t:["a",1,2]}'],
    ['{t:["a","b"]}', '{t:[1]}'],
  ],
  [
    'tuple07',
    {
      $schema: DRAFT_07,
      ...closed({
        t: { type: 'array', items: [TEXT, NUMBER], additionalItems: false, minItems: 2 },
      }),
    },
    ['{t:["a",1]}'],
    ['{t:[1,"a"]}', '{t:["a",1,2]}'],
  ],
  [
    'unevaluatedProps',
    {
      $schema: DRAFT_2020_12,
      type: 'object',
      allOf: [
        { type: 'object', properties: { a: TEXT }, required: ['a'] },
        { type: 'object', properties: { b: NUMBER }, required: ['b'] },
      ],
      unevaluatedProperties: false,
    },
    ['{a:"x",b:1}'],
    ['{a:"x"}', '{a:"x",b:"1"}', '{a:"x",b:1,c:1}'],
  ],
  [
    'dependentRequired',
    {
      $schema: DRAFT_2020_12,
      type: 'object',
      properties: { card: TEXT, billing: TEXT },
      dependentRequired: { card: ['billing'] },
      additionalProperties: false,
    },
    ['{}', '{billing:"x"}', '{card:"x",billing:"y"}'],
    ['{card:1}'],
  ],
  [
    'const',
    {
      $schema: DRAFT_2020_12,
      ...closed({ k: { const: 'v' }, n: { const: 3 }, z: { const: null }, o: { const: { a: 1 } } }),
    },
    ['{k:"v",n:3,z:null,o:{a:1}}'],
    [
      '{k:"w",n:3,z:null,o:{a:1}}',
      '{k:"v",n:4,z:null,o:{a:1}}',
      '{k:"v",n:3,z:0,o:{a:1}}',
      '{k:"v",n:3,z:null,o:{a:2}}',
    ],
  ],
  [
    'ifThenElse',
    {
      $schema: DRAFT_2020_12,
      type: 'object',
      properties: { kind: { enum: ['a', 'b'] }, x: NUMBER, y: NUMBER },
      required: ['kind'],
      if: { properties: { kind: { const: 'a' } } },
      then: { required: ['x'] },
      else: { required: ['y'] },
    },
    ['{kind:"a",x:1}', '{kind:"b",y:1}'],
    ['{kind:"c"}', '{kind:"a",x:"1"}'],
  ],
  [
    'oneOfDisc',
    {
      $schema: DRAFT_2020_12,
      oneOf: [
        closed({ kind: { const: 'c' }, r: NUMBER }),
        closed({ kind: { const: 's' }, w: NUMBER, h: NUMBER }),
      ],
      discriminator: { propertyName: 'kind' },
    },
    ['{kind:"c",r:1}', '{kind:"s",w:1,h:2}'],
    ['{kind:"c",w:1,h:1}', '{kind:"x"}'],
  ],
  [
    'allOfMerge',
    {
      $schema: DRAFT_2020_12,
      allOf: [
        { $ref: '#/$defs/Base' },
        { type: 'object', properties: { extra: NUMBER }, required: ['extra'] },
      ],
      $defs: { Base: { type: 'object', properties: { id: TEXT }, required: ['id'] } },
    },
    ['{id:"x",extra:1}'],
    ['{id:"x"}', '{id:1,extra:1}'],
  ],
  [
    'enumNoType',
    { $schema: DRAFT_2020_12, ...closed({ e: { enum: ['a', 1, null, true] } }) },
    ['{e:"a"}', '{e:1}', '{e:null}', '{e:true}'],
    ['{e:"b"}', '{e:false}'],
  ],
  [
    'nullableOA',
    { ...closed({ s: { type: 'string', nullable: true } }) },
    ['{s:null}', '{s:"x"}'],
    ['{s:1}'],
  ],
  [
    'typeArrayNull',
    { $schema: DRAFT_2020_12, ...closed({ s: { type: ['string', 'null'] } }) },
    ['{s:null}', '{s:"x"}'],
    ['{s:1}'],
  ],
  [
    'minItems1',
    { $schema: DRAFT_2020_12, ...closed({ a: { type: 'array', items: TEXT, minItems: 1 } }) },
    // The compiler does not know the length of lists that `map` makes.
    ['{a:["x"]}', '{a:["x","y"].map((text) => text)}'],
    ['{a:[1]}'],
  ],
  [
    'maxItems50',
    {
      $schema: DRAFT_2020_12,
      ...closed({ a: { type: 'array', items: TEXT, minItems: 2, maxItems: 50 } }),
    },
    ['{a:["x","y","z"]}'],
    ['{a:[1,2]}'],
  ],
  [
    'anyOfRequired',
    {
      $schema: DRAFT_2020_12,
      type: 'object',
      properties: { a: TEXT, b: TEXT },
      additionalProperties: false,
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    },
    ['{a:"x"}', '{b:"x"}'],
    ['{}', '{a:1}'],
  ],
  [
    'boolSchemas',
    {
      $schema: DRAFT_2020_12,
      type: 'object',
      properties: { a: true, b: false },
      required: ['a'],
      additionalProperties: false,
    },
    ['{a:1}', '{a:{x:1}}'],
    ['{a:1,b:1}'],
  ],
  [
    'enumNull',
    { $schema: DRAFT_2020_12, ...closed({ e: { type: ['string', 'null'], enum: ['x', null] } }) },
    ['{e:null}', '{e:"x"}'],
    ['{e:"y"}'],
  ],
  [
    'arrayUnion',
    { $schema: DRAFT_2020_12, type: 'array', items: { anyOf: [TEXT, NUMBER] } },
    ['["a",1]', '[]'],
    ['[true]'],
  ],
  [
    'oneOfSharedProps',
    {
      $schema: DRAFT_2020_12,
      type: 'object',
      properties: { id: TEXT },
      required: ['id'],
      oneOf: [
        { properties: { a: NUMBER }, required: ['a'] },
        { properties: { b: NUMBER }, required: ['b'] },
      ],
    },
    ['{id:"x",a:1}', '{id:"x",b:1}'],
    ['{id:"x"}', '{a:1}'],
  ],
  [
    'notKw',
    { $schema: DRAFT_2020_12, ...closed({ x: { not: { type: 'string' } } }) },
    ['{x:1}'],
    [],
  ],
];
