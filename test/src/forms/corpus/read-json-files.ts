import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isRecord } from '@formwork/schema/internal';
import type { Json, JsonSchema } from '@formwork/schema';
import type { PublishedSchema } from './published-schema.ts';

const require = createRequire(import.meta.url);

/** The folder that a package was installed into. */
export function findPackage(name: string): string {
  const file = require.resolve
    .paths(name)
    ?.map((folder) => join(folder, name))
    .find((folder) => hasFile(folder));
  if (file === undefined) throw new Error(`Cannot find ${name} as it must be installed.`);
  return file;
}

function hasFile(folder: string): boolean {
  try {
    return readdirSync(folder).includes('package.json');
  } catch {
    return false;
  }
}

/** JSON of a file. */
export function readJson(path: string): Json {
  return JSON.parse(readFileSync(path, 'utf8')) as Json;
}

/** Which files of a folder are schemas, and which values belong to them. */
export interface JsonFilesOptions {
  /** Default: every `.json` but `package.json`. */
  readonly isSchema?: (path: string) => boolean;
  /** Default: none. */
  readonly isExample?: (path: string, schemaPath: string) => boolean;
}

/** Schemas in files, in the order of their names. What one refers to in another comes with it. */
export function readJsonFiles(
  folder: string,
  { isSchema = () => true, isExample = () => false }: JsonFilesOptions = {},
): readonly PublishedSchema[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json') && !path.endsWith('package.json'))
    .toSorted();
  const schemas = paths.filter(isSchema).flatMap((path) => {
    const schema = readJson(join(folder, path));
    return isRecord(schema) ? [{ path, schema }] : [];
  });
  const byIdentifier = new Map(schemas.flatMap(({ schema }) => toIdentified(schema)));
  return schemas.map(({ path, schema }) => ({
    name: path,
    schema: bundle(schema, byIdentifier),
    examples: paths
      .filter((other) => isExample(other, path))
      .map((other) => readJson(join(folder, other))),
  }));
}

function toIdentified(schema: JsonSchema): readonly [string, JsonSchema][] {
  const id = schema['$id'];
  return typeof id === 'string' ? [[id.replace(/#$/u, ''), schema]] : [];
}

/** The schema with those that it refers to, as a card would have to bring them. */
function bundle(schema: JsonSchema, known: ReadonlyMap<string, JsonSchema>): JsonSchema {
  const found = new Map<string, JsonSchema>();
  const waiting = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const id of listReferences(next)) {
      const target = known.get(id);
      if (target === undefined || target === schema || found.has(id)) continue;
      found.set(id, target);
      waiting.push(target);
    }
  }
  if (found.size === 0) return schema;
  const own = isRecord(schema['definitions']) ? schema['definitions'] : {};
  return { ...schema, definitions: { ...own, ...Object.fromEntries(found) } };
}

/** Identifiers of other documents in the references of a schema. */
function listReferences(schema: JsonSchema): readonly string[] {
  const base = typeof schema['$id'] === 'string' ? schema['$id'] : '';
  return [...JSON.stringify(schema).matchAll(/"\$ref":"([^"#]+)/gu)].map(([, reference = '']) =>
    URL.canParse(reference, base) ? new URL(reference, base).href : reference,
  );
}
