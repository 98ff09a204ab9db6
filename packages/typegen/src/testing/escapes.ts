import type { Attack } from './attack.ts';

/** Schemas that lead elsewhere. */
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
