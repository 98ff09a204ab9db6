import { expect, test } from 'vitest';
import { fromSchemas } from '../sources/document.ts';
import { compileModules } from '../testing/compile-modules.ts';
import { generateTypes } from './generate-types.ts';

test('names with half of a surrogate pair are written as escapes', async () => {
  const schema = {
    type: 'object',
    properties: {
      'a\ud800b': { type: 'string' },
      'quote\'\udc00"': { type: 'number' },
      hasOwnProperty: { type: 'boolean' },
    },
    required: ['a\ud800b'],
    additionalProperties: false,
  };
  const { code } = await generateTypes(fromSchemas({ odd: schema }));
  expect(code).toContain(String.raw`'a\ud800b': string;`);
  expect(code).toMatch(/^ {2}hasOwnProperty\?: boolean;$/mu);
  const good = String.raw`export const good: Odd = { 'a\ud800b': 'x', "quote'\udc00\"": 5, hasOwnProperty: true };`;
  const bad = '// @ts-expect-error\nexport const bad: Odd = {};';
  expect(compileModules(new Map([['odd', `${code}\n${good}\n${bad}`]]))).toEqual([]);
});

test('names that look like stand-ins of the generator are kept', async () => {
  const name = `formworkName${'X'.repeat(50)}`;
  const schema = { type: 'object', properties: { [name]: {}, hasOwnProperty: {} } };
  const { code } = await generateTypes(fromSchemas({ odd: schema }));
  expect(code).toContain(`${name}?: `);
  expect(code).toMatch(/^ {2}hasOwnProperty\?: /mu);
});
