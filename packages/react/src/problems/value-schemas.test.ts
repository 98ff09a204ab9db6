import { expect, test } from 'vitest';
import { listSchemas } from './value-schemas.ts';

const text = { type: 'string' };
const number = { type: 'number' };

test.each([
  ['a part of allOf', { allOf: [{ properties: { a: text } }] }, {}, [text]],
  ['a condition', { if: {}, then: { properties: { a: text } } }, {}, [text]],
  [
    'the alternative that the data name',
    {
      oneOf: [
        { properties: { kind: { const: 'x' }, a: text } },
        { properties: { kind: { const: 'y' }, a: number } },
      ],
    },
    { kind: 'y' },
    [number],
  ],
  ['a free name', { additionalProperties: number }, {}, [number]],
])('the schemas of a value are found in %s', (...row) => {
  const [, root, data, schemas] = row;
  const source = { root, follow: (part: object) => ({ ...part }), toName: (name: string) => name };
  expect(listSchemas(source, ['a'], data).at(-1)).toEqual(schemas);
});

test('schemas that lead in circles end', () => {
  const root: { allOf: unknown[] } = { allOf: [] };
  root.allOf.push(root, root);
  const source = { root, follow: (part: object) => ({ ...part }), toName: (name: string) => name };
  expect(listSchemas(source, [], {})[0]?.length).toBeLessThan(100);
});
