import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generateTypes } from '../generate/generate-types.ts';
import { createSampleCard } from '../testing/sample-agent.ts';
import { readTypeSource } from './read-type-source.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'typegen-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(path: string, content: unknown): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

test('readTypeSource names the type of a file after the file, not after its title', async () => {
  const file = put('fight-comparison.schema.json', { title: 'Other', $id: 'x', type: 'string' });
  const source = await readTypeSource(file, { relativeTo: folder });
  const { code, typeNames } = await generateTypes(source);
  expect([...typeNames]).toEqual([['fight-comparison', 'FightComparison']]);
  expect(code).toContain('from fight-comparison.schema.json.');
});

test('readTypeSource makes a type of each definition of a bundle', async () => {
  const file = put('bundle.json', {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: { One: { type: 'object', properties: { two: { $ref: '#/$defs/two' } } }, two: true },
    definitions: { 'a/b': { const: 1 } },
  });
  const { code, typeNames } = await generateTypes(await readTypeSource(file));
  expect([...typeNames.values()]).toEqual(['One', 'Two', 'AB']);
  expect(code).toContain('two?: Two;');
  expect(code).toContain('export type Two = unknown;');
});

test('readTypeSource follows references between the files of a folder, and no further', async () => {
  put('schemas/order.json', {
    type: 'object',
    properties: {
      item: { $ref: './parts/item.json#/$defs/Item' },
      owner: { $ref: 'https://example.com/person' },
      outside: { $ref: '../secret.json' },
      linked: { $ref: 'link.json' },
    },
  });
  put('schemas/parts/item.json', { $defs: { Item: { type: 'string', enum: ['a'] } } });
  put('schemas/person.json', { $id: 'https://example.com/person', type: 'object' });
  put('schemas/node_modules/x.json', 'no JSON');
  const secret = put('secret.json', { const: 'secret' });
  symlinkSync(secret, join(folder, 'schemas/link.json'));
  const source = await readTypeSource(join(folder, 'schemas'), { relativeTo: folder });
  const { code, typeNames, warnings } = await generateTypes(source);
  expect([...typeNames.values()]).toEqual(['Order', 'Item', 'Person']);
  expect(code).toMatch(/item\?: Item;\n {2}owner\?: Person;\n {2}outside\?: unknown;/u);
  expect(code).not.toContain('secret');
  expect(warnings.map(({ where }) => where)).toEqual([
    'order.json#/properties/outside/$ref',
    'order.json#/properties/linked/$ref',
  ]);
});

test('readTypeSource tells files of the same name apart by their folders', async () => {
  put('a/item.json', { type: 'string' });
  put('b/item.json', { $defs: { item: { type: 'number' } } });
  const { typeNames } = await generateTypes(await readTypeSource(folder));
  expect([...typeNames]).toEqual([
    ['a/item', 'AItem'],
    ['b/item/item', 'BItemItem'],
  ]);
});

test('readTypeSource takes a card from a file', async () => {
  const file = put('card.json', createSampleCard());
  expect((await readTypeSource(file)).agent?.name).toBe('Contest agent');
});

test('readTypeSource takes the agent that a module exports', async () => {
  const core = JSON.stringify(import.meta.resolve('@formwork/core'));
  const file = put(
    'agent.mjs',
    `import { defineAgent, defineSkill } from ${core};
    const skill = defineSkill({ id: 'a', name: 'A', description: 'A', tags: [], text: () => 'a' });
    export default defineAgent({ name: 'From a module', version: '1.0.0', skills: [skill] });`,
  );
  expect((await readTypeSource(file)).agent?.name).toBe('From a module');
  const other = put('other.mjs', 'export default 1;');
  await expect(readTypeSource(other)).rejects.toThrow(
    'made by defineAgent: current value is integer 1',
  );
  const broken = put('broken.mjs', 'throw new Error("broken");');
  await expect(readTypeSource(broken)).rejects.toThrow('must be a module that runs: broken');
});

test('readTypeSource says what is wrong with a source', async () => {
  const wrong = { code: 'TYPEGEN_SOURCE' };
  await expect(readTypeSource(join(folder, 'nothing.json'))).rejects.toMatchObject(wrong);
  await expect(readTypeSource(folder)).rejects.toThrow('must have a file that ends in .json');
  await expect(readTypeSource(put('a.json', '{'))).rejects.toThrow('must be JSON');
  await expect(readTypeSource(put('b.json', [1]))).rejects.toThrow('must be a schema');
  await expect(readTypeSource(put('c.txt', ''))).rejects.toThrow('must be a URL, a folder');
});
