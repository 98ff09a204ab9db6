import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the package of schemas. */
export const SCHEMAS_FOLDER = fileURLToPath(new URL('../../../schemas/', import.meta.url));

/** The folders in it whose files are schemas of a dialect. */
const DIALECT_FOLDERS = ['a2a', 'extensions', 'messages', 'sessions'];

/** A JSON Schema document of the package. */
export interface SchemaFile {
  /** Path below the folder of the package, with slashes. */
  readonly path: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** What a manifest of examples says of one of them. */
export interface Example {
  /** Path of the example beside the manifest. */
  readonly file: string;
  /** `$id` of a schema, with the pointer of a definition as its fragment. */
  readonly schema: string;
  readonly verdict: 'valid' | 'invalid';
  /** For an invalid one, an error that has to be found. */
  readonly reason?: { readonly pointer: string; readonly keyword: string };
  /** Where in the document it stands, or that it is ours. */
  readonly source: string;
}

/** A manifest and where it stands, as a path below the folder of the package. */
export interface Manifest {
  readonly folder: string;
  readonly examples: readonly Example[];
}

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(SCHEMAS_FOLDER, path), 'utf8'));
}

/** Paths of all files below a folder of the package, with slashes, in order. */
export function listPaths(folder: string): readonly string[] {
  return readdirSync(join(SCHEMAS_FOLDER, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(SCHEMAS_FOLDER.length))
    .map((path) => path.split(sep).join('/'))
    .toSorted();
}

/** Every schema of every dialect. */
export function readSchemaFiles(): readonly SchemaFile[] {
  return DIALECT_FOLDERS.flatMap(listPaths)
    .filter((path) => path.endsWith('.json') && !/\/examples(?:\/|\.json$)/u.test(path))
    .map((path) => ({ path, content: readJson(path) as SchemaFile['content'] }));
}

/** Every manifest of examples. */
export function readManifests(): readonly Manifest[] {
  return DIALECT_FOLDERS.flatMap(listPaths)
    .filter((path) => path.endsWith('/examples.json'))
    .map((path) => ({
      folder: path.slice(0, -'/examples.json'.length),
      examples: readJson(path) as readonly Example[],
    }));
}
