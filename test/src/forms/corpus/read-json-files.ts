import type { Json, JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PublishedSchema } from './published-schema.ts';

const require = createRequire(import.meta.url);

/** Returns the folder in which a package is installed. */
export function findPackage(name: string): string {
  const file = require.resolve
    .paths(name)
    ?.map((folder) => join(folder, name))
    .find((folder) => hasFile(folder));
  if (file === undefined) throw new Error(`Cannot find ${name} because it must be installed.`);
  return file;
}

function hasFile(folder: string): boolean {
  try {
    return readdirSync(folder).includes('package.json');
  } catch {
    return false;
  }
}

/** Reads a file as JSON. */
export function readJson(path: string): Json {
  return JSON.parse(readFileSync(path, 'utf8')) as Json;
}

/** Options that tell which files of a folder are schemas, and which are examples of a schema. */
export interface JsonFilesOptions {
  /** Returns true for the path of a schema. Default: every `.json` file but `package.json`. */
  readonly isSchema?: (path: string) => boolean;
  /** Returns true if a path is an example of a schema. Default: there are no examples. */
  readonly isExample?: (path: string, schemaPath: string) => boolean;
}

/**
 * Reads the schemas in the files of a folder, in the order of their names, each together with the
 * other files that it refers to.
 */
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

/**
 * Returns a schema with the schemas that it refers to embedded, as an agent's card must hold it.
 */
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

/** Lists the URLs of other documents that a schema refers to. */
function listReferences(schema: JsonSchema): readonly string[] {
  const base = typeof schema['$id'] === 'string' ? schema['$id'] : '';
  return [...JSON.stringify(schema).matchAll(/"\$ref":"([^"#]+)/gu)].map(([, reference = '']) =>
    URL.canParse(reference, base) ? new URL(reference, base).href : reference,
  );
}
