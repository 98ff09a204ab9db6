import type { JsonSchema } from '@formwork/schema';

const NUMBER = { type: 'integer' };

const DRAFT_07 = { $schema: 'http://json-schema.org/draft-07/schema#' };

const DRAFT_2019 = { $schema: 'https://json-schema.org/draft/2019-09/schema' };

/** Schemas with references that not every reader follows; in each, `a` is a whole number. */
export const REFERENCES: Readonly<Record<string, JsonSchema>> = {
  'a name in percent': toGroup('#/$defs/A%20%3CB%3E', { $defs: { 'A <B>': NUMBER } }),
  'a letter in percent': toGroup('#/$defs/%C3%A4', { $defs: { ä: NUMBER } }),
  'a place among properties': toGroup('#/allOf/0/properties/c/properties/b', {
    allOf: [{ properties: { c: { type: 'object', properties: { b: NUMBER } } } }],
  }),
  'an item of a tuple': toGroup('#/properties/l/items/0', {
    ...DRAFT_07,
    properties: { l: { type: 'array', items: [NUMBER] } },
  }),
  '$defs in draft-07': toGroup('#/$defs/b', { ...DRAFT_07, $defs: { b: NUMBER } }),
  'an anchor': toGroup('#b', { $defs: { b: { $anchor: 'b', ...NUMBER } } }),
  'an anchor of draft-07': toGroup('#b', {
    ...DRAFT_07,
    definitions: { b: { $id: '#b', ...NUMBER } },
  }),
  'an anchor among properties': toGroup('#b', {
    properties: { c: { type: 'object', properties: { d: { $anchor: 'b', ...NUMBER } } } },
  }),
  'components as OpenAPI has them': toGroup('#/components/schemas/b', {
    components: { schemas: { b: { $ref: '#/components/schemas/c' }, c: NUMBER } },
  }),
  'a document within': toGroup('b', {
    $id: 'https://example.com/a',
    $defs: { b: { $id: 'b', $ref: '#/$defs/c', $defs: { c: NUMBER } } },
  }),
  'a document within another': toGroup('x/b#/$defs/c', {
    $id: 'https://example.com/a',
    $defs: { x: { $id: 'x/', $defs: { b: { $id: 'b', $defs: { c: NUMBER } } } } },
  }),
  'a name that is no address': toGroup('urn:example:b', {
    $id: 'urn:example:a',
    $defs: { b: { $id: 'urn:example:b', ...NUMBER } },
  }),
  'a dynamic anchor': {
    type: 'object',
    properties: { a: { $dynamicRef: '#node' } },
    $defs: { n: { $dynamicAnchor: 'node', ...NUMBER } },
  },
  'a dynamic anchor of the whole': {
    type: 'object',
    $dynamicAnchor: 'node',
    properties: { a: NUMBER, next: { $dynamicRef: '#node' } },
  },
  'a recursive reference': {
    ...DRAFT_2019,
    type: 'object',
    $recursiveAnchor: true,
    properties: { a: NUMBER, next: { $recursiveRef: '#' } },
  },
};

/** Values to judge by any schema of {@link REFERENCES}. */
export const REFERENCE_VALUES = [
  { a: 1 },
  { a: 'x' },
  { a: 1.5 },
  { a: 1, next: { a: 2 } },
  { next: { a: 'x' } },
  {},
];

function toGroup($ref: string, { properties = {}, ...rest }: JsonSchema): JsonSchema {
  return { type: 'object', ...rest, properties: { ...Object(properties), a: { $ref } } };
}
