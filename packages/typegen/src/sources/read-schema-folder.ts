import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { TypegenSourceError } from '../errors/typegen-source-error.ts';
import type { TypeSource } from '../generate/type-source.ts';
import type { TypeRoot } from '../prepare/prepare-types.ts';
import type { SchemaDocument } from '../prepare/schema-document.ts';
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
  const documents: SchemaDocument[] = [];
  for (const path of paths) {
    documents.push({ name: path, content: await readJson(join(folder, path)) });
  }
  const roots = documents.flatMap(({ name, content }, document) =>
    listRoots(content, document, name),
  );
  return { origin, documents, roots: tellApart(roots, documents), remote: false };
}

/** Names that several schemas of the folder have, with the path of the file before them. */
function tellApart(
  roots: readonly TypeRoot[],
  documents: readonly SchemaDocument[],
): readonly TypeRoot[] {
  const counts = new Map<string, number>();
  for (const { name } of roots) counts.set(name, (counts.get(name) ?? 0) + 1);
  return roots.map((root) => {
    if (counts.get(root.name) === 1) return root;
    const path = documents[root.place.document]?.name.replace(/\.json$/iu, '') ?? '';
    return { ...root, name: root.place.pointer === '' ? path : `${path}/${root.name}` };
  });
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
