import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { TypegenSourceError } from '../errors/typegen-source-error.ts';
import type { TypeSource } from '../generate/type-source.ts';
import { toPreview } from '../prepare/to-preview.ts';
import { listRoots } from './from-document.ts';
import { readJson } from './read-json.ts';

/** Options of {@link readSchemaFolder}. */
export interface ReadSchemaFolderOptions {
  /** For the comment at the top of the module. Default: the folder as given. */
  readonly origin?: string;
}

/**
 * Types for all schemas of a folder and its subfolders: the files that end in `.json`, without
 * `node_modules` and names that start with a dot. References between the files are followed, by
 * `$id` or by relative path; nothing outside the folder is read.
 */
export async function readSchemaFolder(
  folder: string,
  { origin = folder }: ReadSchemaFolderOptions = {},
): Promise<TypeSource> {
  const paths = await listFiles(folder);
  if (paths.length === 0) {
    throw new TypegenSourceError(
      `Cannot generate types as ${toPreview(folder)} must have a file that ends in .json: it has none`,
    );
  }
  const documents: { readonly name: string; readonly content: unknown }[] = [];
  for (const path of paths) {
    documents.push({ name: path, content: await readJson(join(folder, path)) });
  }
  const roots = documents.flatMap(({ name, content }, document) =>
    listRoots(content, document, name),
  );
  return { origin, documents, roots, remote: false };
}

/** Paths below the folder, with slashes on every system, in an order that is the same on all. */
async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep))
    .filter((names) => !names.some((name) => name === 'node_modules' || name.startsWith('.')))
    .map((names) => names.join('/'))
    .toSorted((a, b) => (a < b ? -1 : 1));
}
