import type { JsonSchema } from '@formwork/schema';
import draft04 from 'ajv-draft-04/dist/refs/json-schema-draft-04.json' with { type: 'json' };
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import draft07 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' };
import { createRequire } from 'node:module';
import type { SuiteCase } from './read-cases.ts';

/** The further documents of the JSON Schema test suite, by the URLs that refer to them. */
const REMOTES = readJson('./suite/remotes.json');

/** The meta-schemas of each dialect, as ajv carries them. */
const META_SCHEMAS: Readonly<Record<string, readonly JsonSchema[]>> = {
  'draft-04': [draft04],
  'draft-06': [draft06],
  'draft-07': [draft07],
  '2019-09': [
    'schema',
    'meta/core',
    'meta/applicator',
    'meta/validation',
    'meta/meta-data',
    'meta/format',
    'meta/content',
  ].map((name) => readJson(`ajv/dist/refs/json-schema-2019-09/${name}.json`)),
  '2020-12': [
    'schema',
    'meta/core',
    'meta/applicator',
    'meta/unevaluated',
    'meta/validation',
    'meta/meta-data',
    'meta/format-annotation',
    'meta/content',
  ].map((name) => readJson(`ajv/dist/refs/json-schema-2020-12/${name}.json`)),
};

/**
 * Returns a test case with the documents that its schema refers to embedded, because schemas must
 * contain all that they refer to.
 */
export function embedDocuments(one: SuiteCase, dialect: string): SuiteCase {
  const { schema } = one;
  const idKeyword = dialect === 'draft-04' ? 'id' : '$id';
  const defsKeyword = dialect.startsWith('draft') ? 'definitions' : '$defs';
  const documents = new Map<string, JsonSchema>();
  const isOfMeta = JSON.stringify({ ...schema, $schema: '' }).includes('json-schema.org/draft');
  for (const [position, document] of (isOfMeta ? (META_SCHEMAS[dialect] ?? []) : []).entries()) {
    // The dialect says which keywords count.
    documents.set(`meta ${position}`, { ...document, $vocabulary: undefined });
  }
  const waiting: JsonSchema[] = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const text = JSON.stringify(next);
    for (const [uri, document] of Object.entries(REMOTES)) {
      const name = uri.slice(uri.lastIndexOf('/') + 1);
      const isNear = isOf(document, schema) && isBeside(uri, dialect);
      const isNamed = text.includes(uri) || (text.includes(name) && isNear);
      if (documents.has(uri) || !isNamed) continue;
      documents.set(uri, { [idKeyword]: uri, ...document });
      waiting.push(document);
    }
  }
  const defs = { ...Object(schema[defsKeyword]), ...Object.fromEntries(documents) };
  return { ...one, schema: { ...schema, [defsKeyword]: defs } };
}

/** Returns true if a document has the same dialect as a schema, or names none. */
function isOf(document: JsonSchema, schema: JsonSchema): boolean {
  return document['$schema'] === undefined || document['$schema'] === schema['$schema'];
}

/** Returns true if a document stands in the folder of a dialect, or in that of none. */
function isBeside(uri: string, dialect: string): boolean {
  const [, folder] = /^http:..localhost:1234.(draft[\d-]+|v1)\//u.exec(uri) ?? [];
  return folder === undefined || folder.replace('draft', '') === dialect.replace('draft-0', '');
}

function readJson(path: string): Readonly<Record<string, JsonSchema>> {
  const document: Readonly<Record<string, JsonSchema>> = createRequire(import.meta.url)(path);
  return document;
}
