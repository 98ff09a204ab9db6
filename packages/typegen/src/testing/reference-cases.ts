import { closed, DRAFT_2020_12, NUMBER, TEXT, type TypeCase } from './type-cases.ts';

/** Test cases for the types of schemas with references, and for names of types. */
export const REFERENCE_CASES: readonly TypeCase[] = [
  [
    'defs',
    {
      $schema: DRAFT_2020_12,
      ...closed({ p: { $ref: '#/$defs/P' }, q: { $ref: '#/$defs/P' } }, ['p']),
      $defs: { P: closed({ x: NUMBER }) },
    },
    ['{p:{x:1}}', '{p:{x:1},q:{x:2}}'],
    ['{p:{x:"1"}}', '{p:{}}'],
  ],
  [
    'anchor',
    {
      $schema: DRAFT_2020_12,
      ...closed({ p: { $ref: '#pt' } }),
      $defs: { P: { $anchor: 'pt', ...closed({ x: NUMBER }) } },
    },
    ['{p:{x:1}}'],
    ['{p:{x:"1"}}'],
  ],
  [
    'dynamicRef',
    {
      $schema: DRAFT_2020_12,
      $id: 'https://e.com/tree',
      $dynamicAnchor: 'node',
      type: 'object',
      properties: { v: NUMBER, kids: { type: 'array', items: { $dynamicRef: '#node' } } },
      required: ['v'],
      additionalProperties: false,
    },
    ['{v:1}', '{v:1,kids:[{v:2}]}'],
    ['{v:"1"}', '{v:1,kids:[1]}'],
  ],
  [
    'relId',
    {
      $schema: DRAFT_2020_12,
      $id: 'https://e.com/root.json',
      ...closed({ i: { $ref: 'item.json' } }),
      $defs: { I: { $id: 'item.json', ...closed({ n: NUMBER }) } },
    },
    ['{i:{n:1}}'],
    ['{i:{n:"1"}}'],
  ],
  [
    'recursive',
    {
      $schema: DRAFT_2020_12,
      $ref: '#/$defs/N',
      $defs: {
        N: {
          type: 'object',
          properties: { v: NUMBER, next: { $ref: '#/$defs/N' } },
          required: ['v'],
          additionalProperties: false,
        },
      },
    },
    ['{v:1,next:{v:2,next:{v:3}}}'],
    ['{v:1,next:{v:"2"}}'],
  ],
  [
    'commentBreak',
    {
      $schema: DRAFT_2020_12,
      description: 'evil */ export const PWN=1; /*',
      ...closed({
        a: { type: 'string', description: 'also */ [k:string]:any; /* @x', deprecated: true },
      }),
    },
    ['{a:"x"}'],
    ['{a:1}'],
  ],
  [
    'weirdNames',
    {
      $schema: DRAFT_2020_12,
      ...closed({
        'foo-bar': TEXT,
        '1a': NUMBER,
        '': NUMBER,
        class: TEXT,
        naïve: NUMBER,
        日本: TEXT,
        'a\'b"c': NUMBER,
        'new\nline': TEXT,
        'back\\slash': NUMBER,
        $ref_: TEXT,
        constructor: NUMBER,
      }),
    },
    [
      '{"foo-bar":"x","1a":1,"":1,class:"c","naïve":1,"日本":"x","a\'b\\"c":1,"new\\nline":"x","back\\\\slash":1,"$ref_":"x",constructor:1}',
    ],
    ['{}'],
  ],
  [
    'titleReserved',
    {
      $schema: DRAFT_2020_12,
      title: 'class',
      ...closed({
        o: { title: 'Object', ...closed({ x: NUMBER }) },
        s: { title: 'string', ...closed({ y: NUMBER }) },
        r: { title: 'Record', ...closed({ z: NUMBER }) },
        d: { title: '123 abc', ...closed({ w: NUMBER }) },
      }),
    },
    ['{o:{x:1},s:{y:1},r:{z:1},d:{w:1}}'],
    ['{o:{x:"1"},s:{y:1},r:{z:1},d:{w:1}}'],
  ],
  [
    'nameCollision',
    {
      $schema: DRAFT_2020_12,
      ...closed({
        a: { $ref: '#/$defs/foo-bar' },
        b: { $ref: '#/$defs/fooBar' },
        c: { $ref: '#/$defs/foo_bar' },
      }),
      $defs: {
        'foo-bar': closed({ x: NUMBER }),
        fooBar: closed({ x: TEXT }),
        foo_bar: closed({ x: { type: 'boolean' } }),
      },
    },
    ['{a:{x:1},b:{x:"s"},c:{x:true}}'],
    ['{a:{x:"s"},b:{x:"s"},c:{x:true}}', '{a:{x:1},b:{x:1},c:{x:true}}'],
  ],
  [
    'extFile',
    { $schema: DRAFT_2020_12, ...closed({ p: { $ref: './ext.json#/$defs/Foo' } }) },
    ['{p:{q:1}}'],
    ['{p:{q:"1"}}'],
  ],
  [
    'refSiblings',
    {
      $schema: DRAFT_2020_12,
      ...closed({
        a: { $ref: '#/$defs/A', description: 'sib', properties: { z: NUMBER }, required: ['z'] },
      }),
      $defs: { A: { type: 'object', properties: { x: NUMBER }, required: ['x'] } },
    },
    ['{a:{x:1,z:2}}'],
    ['{a:{x:1}}', '{a:{z:1}}'],
  ],
  [
    'pointerEscapes',
    {
      $schema: DRAFT_2020_12,
      ...closed({
        a: { $ref: '#/$defs/a%20b~1c' },
        b: { $ref: '#/properties/c' },
        c: { type: 'object', properties: { q: NUMBER }, required: ['q'] },
      }),
      $defs: { 'a b/c': closed({ x: NUMBER }) },
    },
    ['{a:{x:1},b:{q:1},c:{q:1}}'],
    ['{a:{x:"1"},b:{q:1},c:{q:1}}', '{a:{x:1},b:{q:"1"},c:{q:1}}'],
  ],
  [
    'defs_definitions_mixed',
    {
      $schema: DRAFT_2020_12,
      ...closed({ p: { $ref: '#/definitions/P' } }),
      definitions: { P: closed({ x: NUMBER }) },
    },
    ['{p:{x:1}}'],
    ['{p:{x:"1"}}'],
  ],
];

/** The document that the case `extFile` refers to. */
export const OTHER_DOCUMENT = { $defs: { Foo: closed({ q: NUMBER }) } };
