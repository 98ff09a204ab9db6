import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of the folder `schemas`, which is published as a package. */
export const SCHEMAS_FOLDER = fileURLToPath(new URL('../../../schemas/', import.meta.url));

/** The subfolders whose files are schemas. */
const DIALECT_FOLDERS = ['a2a', 'extensions', 'messages', 'sessions'];

/** A JSON Schema document of the folder `schemas`. */
export interface SchemaFile {
  /** The path below the folder `schemas`, with slashes. */
  readonly path: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** An example of a schema, as its manifest `examples.json` lists it. */
export interface Example {
  /** The path of the example's file, relative to the manifest. */
  readonly file: string;
  /** The `$id` of a schema, with the pointer of a definition as its fragment. */
  readonly schema: string;
  readonly verdict: 'valid' | 'invalid';
  /** An error that a validator must find in an invalid example. */
  readonly reason?: { readonly pointer: string; readonly keyword: string };
  /** The place in the original document, or a note that this project wrote the example. */
  readonly source: string;
}

/** A list of examples, and its folder below the folder `schemas`. */
export interface Manifest {
  readonly folder: string;
  readonly examples: readonly Example[];
}

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(SCHEMAS_FOLDER, path), 'utf8'));
}

/** Lists the paths of all files in a subfolder of `schemas`, with slashes, sorted. */
export function listPaths(folder: string): readonly string[] {
  return readdirSync(join(SCHEMAS_FOLDER, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(SCHEMAS_FOLDER.length))
    .map((path) => path.split(sep).join('/'))
    .toSorted();
}

/** Reads all schema documents. */
export function readSchemaFiles(): readonly SchemaFile[] {
  return DIALECT_FOLDERS.flatMap(listPaths)
    .filter((path) => path.endsWith('.json') && !/\/examples(?:\/|\.json$)/u.test(path))
    .map((path) => ({ path, content: readJson(path) as SchemaFile['content'] }));
}

/** Reads all manifests of examples. */
export function readManifests(): readonly Manifest[] {
  return DIALECT_FOLDERS.flatMap(listPaths)
    .filter((path) => path.endsWith('/examples.json'))
    .map((path) => ({
      folder: path.slice(0, -'/examples.json'.length),
      examples: readJson(path) as readonly Example[],
    }));
}
