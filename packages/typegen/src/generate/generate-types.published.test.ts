import { expect, test } from 'vitest';
import { fromDocument } from '../sources/from-document.ts';
import { readSchemaFolder } from '../sources/read-schema-folder.ts';
import { compileModules } from '../testing/compile-modules.ts';
import {
  LINKED_FOLDER,
  readPublishedSchemas,
  type PublishedSchema,
} from '../testing/published-schemas.ts';
import type { TypegenWarning } from '../typegen-warning.ts';
import { generateTypes, type GeneratedTypes } from './generate-types.ts';

const EXPECTED: ReadonlySet<TypegenWarning['code']> = new Set([
  'reference-unresolved',
  'reference-dynamic',
  'reference-circular',
] as const);

const generated = new Map<string, Promise<GeneratedTypes>>();

async function generate({ name, text }: PublishedSchema): Promise<GeneratedTypes> {
  return generateTypes(fromDocument(JSON.parse(text), { name }));
}

/** What another test may have generated already. */
async function generateOnce(schema: PublishedSchema): Promise<GeneratedTypes> {
  const known = generated.get(schema.name) ?? generate(schema);
  generated.set(schema.name, known);
  return known;
}

test('types of more than 150 published schemas compile', async () => {
  const modules = new Map<string, string>();
  let large = 0;
  for (const schema of readPublishedSchemas()) {
    const { code, typeNames, warnings } = await generateOnce(schema);
    for (const type of typeNames.values()) {
      expect(code).toMatch(new RegExp(`^export (?:type|interface) ${type}\\b`, 'mu'));
    }
    // What these schemas have in other documents is the only thing that cannot be said.
    expect(warnings.filter(({ code: found }) => !EXPECTED.has(found))).toEqual([]);
    if (schema.text.length > 500_000) large += 1;
    modules.set(`module${modules.size}`, code);
  }
  const linked = await generateTypes(await readSchemaFolder(LINKED_FOLDER));
  expect(linked.typeNames.size).toBeGreaterThan(80);
  modules.set('linked', linked.code);
  expect(modules.size).toBeGreaterThan(150);
  expect(large).toBeGreaterThanOrEqual(3);
  expect(compileModules(modules)).toEqual([]);
}, 180_000);

test('the same schema always gives the same text', async () => {
  const schema = readPublishedSchemas().find(({ name }) => name.includes('@asyncapi'));
  if (schema === undefined) throw new Error('The schema is gone');
  const [first, second] = [await generateOnce(schema), await generate(schema)];
  expect(second.code).toBe(first.code);
});
