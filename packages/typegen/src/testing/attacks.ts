/**
 * A hostile schema, as an agent's card could hold it, and the outcome that a test expects of its
 * types.
 */
export interface Attack {
  readonly name: string;
  readonly schema: unknown;
  readonly outcome: AttackOutcome;
}

/** The outcome of an attack: an error with this code, or types, with or without a warning. */
type AttackOutcome =
  | { readonly refused: 'TYPEGEN_LIMIT' | 'TYPEGEN_SOURCE' }
  | { readonly warned: string }
  | 'types';

/** Makes an object with `count` members, each as `toMember` returns it. */
export function repeat(
  count: number,
  toMember: (index: number) => readonly [name: string, schema: unknown],
): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => toMember(index)));
}

const CODE = 'globalThis.FORMWORK_MARKER = 1';

const GLOBALS = ['Object', 'String', 'Record', 'Promise', 'Parameters', 'ReturnType'];

/**
 * A hostile schema with names such as `__proto__`. It is JSON text, because an object literal would
 * set prototypes.
 */
const PROTOTYPES = `{
  "type": "object",
  "properties": {
    "__proto__": { "type": "string" },
    "hasOwnProperty": { "type": "string" },
    "constructor": { "properties": { "prototype": { "const": { "__proto__": { "evil": true } } } } },
    "toString": {},
    "length": { "type": "number" }
  },
  "required": ["__proto__", "hasOwnProperty"],
  "additionalProperties": { "enum": [{ "__proto__": 1, "hasOwnProperty": 2 }] },
  "$defs": { "__proto__": { "type": "string" } }
}`;

/**
 * Hostile schemas that try to put code into generated types, where names, comments and literals
 * stand.
 */
export const INJECTIONS: readonly Attack[] = [
  {
    name: 'code in tsType',
    schema: { properties: { a: { tsType: `string; }; ${CODE}; export interface X {` } } },
    outcome: 'types',
  },
  {
    name: 'code in tsEnumNames',
    schema: { type: 'string', enum: ['a'], tsEnumNames: [`A } ${CODE}; export enum B { C`] },
    outcome: 'types',
  },
  {
    name: 'a description that ends its comment',
    schema: {
      description: `x */ ${CODE}; /*`,
      properties: { a: { description: `*/ ${CODE}; /*` } },
    },
    outcome: 'types',
  },
  {
    name: 'a description whose halves make the end of a comment',
    schema: { type: 'string', description: `*\u200B/ ${CODE}; /* *\0/ ${CODE} **\u2028/ ${CODE}` },
    outcome: 'types',
  },
  {
    name: 'a default and a pattern that end their comment',
    schema: { type: 'string', default: `*/ ${CODE} /*`, pattern: `.*/${CODE}/*` },
    outcome: 'types',
  },
  {
    name: 'a title with code',
    schema: { title: `X {} ${CODE}; interface Y`, properties: { a: { title: `Z = 1; ${CODE}` } } },
    outcome: 'types',
  },
  {
    name: 'an identifier with code',
    schema: { $id: `https://example.com/a;${CODE}`, properties: { a: { $ref: '#' } } },
    outcome: 'types',
  },
  {
    name: 'a definition named like code',
    schema: {
      $ref: `#/$defs/${encodeURIComponent(`A = 1; ${CODE}; type B`)}`,
      $defs: { [`A = 1; ${CODE}; type B`]: { type: 'object', properties: {} } },
    },
    outcome: 'types',
  },
  {
    name: 'properties named like code',
    schema: {
      properties: {
        [`a: 1 }; ${CODE}; interface B {`]: { type: 'string' },
        [`'; ${CODE}; '`]: { type: 'string' },
        [`"; ${CODE}; "`]: { type: 'string' },
        [`\`\${${CODE}}\``]: { type: 'string' },
        [`\u2028${CODE}\u2029\r\n\\`]: { type: 'string' },
        '[Symbol.iterator]': { type: 'string' },
      },
    },
    outcome: 'types',
  },
  {
    name: 'values like code',
    schema: {
      enum: [
        `'; ${CODE}; '`,
        `"; ${CODE}; "`,
        `\\"; ${CODE}; //`,
        `\u2028${CODE}\u202E`,
        `\`\${${CODE}}\``,
        '\uD800',
      ],
    },
    outcome: 'types',
  },
  { name: 'names of prototypes', schema: JSON.parse(PROTOTYPES), outcome: 'types' },
  {
    name: 'names of globals',
    schema: {
      properties: repeat(GLOBALS.length, (index) => {
        const name = GLOBALS[index] ?? '';
        return [name, { $ref: `#/$defs/${name}` }];
      }),
      $defs: repeat(GLOBALS.length, (index) => {
        const title = GLOBALS[index] ?? '';
        return [title, { title, properties: { x: { type: 'number' } } }];
      }),
    },
    outcome: 'types',
  },
  {
    name: 'directives in comments',
    schema: {
      description: '@ts-nocheck\n@ts-ignore\n/// <reference path="/etc/passwd" />\n@internal',
    },
    outcome: 'types',
  },
];

/** Hostile schemas whose references try to lead outside their source. */
export const ESCAPES: readonly Attack[] = [
  {
    name: 'a reference to a file',
    schema: { $ref: 'file:///etc/passwd' },
    outcome: { warned: 'reference-unresolved' },
  },
  {
    name: 'a reference to a path',
    schema: { properties: { a: { $ref: '../../../../../../etc/passwd#/a' } } },
    outcome: { warned: 'reference-unresolved' },
  },
  {
    name: 'a reference to an address',
    schema: { $id: 'http://127.0.0.1:1/a.json', $ref: 'b.json' },
    outcome: { warned: 'reference-unresolved' },
  },
  {
    name: 'a reference that is no URI',
    schema: { $ref: 'http://[', $id: 'http://[' },
    outcome: { warned: 'reference-unresolved' },
  },
  {
    name: 'references in data',
    schema: {
      properties: { a: { const: { $ref: 'file:///etc/passwd' } } },
      default: { $ref: '#/nowhere' },
      examples: [{ $ref: 'http://127.0.0.1:1/' }],
    },
    outcome: 'types',
  },
  {
    name: 'two schemas with one identifier',
    schema: {
      $id: 'https://example.com/a',
      $defs: {
        one: { $id: 'https://example.com/b', type: 'string' },
        two: { $id: 'https://example.com/b', type: 'number' },
      },
      $ref: 'https://example.com/b',
    },
    outcome: 'types',
  },
];
