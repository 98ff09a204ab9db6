import { quoteAddress } from '@formwork/schema/internal';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { previewValue, TypegenSourceError } from '../errors.ts';
import type { TypegenLimits } from '../limits.ts';
import type { SchemaDocument, TypeRoot, TypeSource } from '../type-source.ts';
import { readAgentModule } from './agent.ts';
import { fromDocument, listRoots, readJson } from './document.ts';
import { fetchAgentCard, type FetchAgentCardOptions } from './fetch-agent-card.ts';

/**
 * Options of {@link readTypeSource}: how paths are written, how cards are fetched, and limits on
 * them.
 */
export interface ReadTypeSourceOptions {
  /**
   * The folder that paths in generated modules are relative to, so that the modules are the same on
   * every machine. Default: the working directory.
   */
  readonly relativeTo?: string;
  /** Options for fetching an agent card: headers, time and limits. */
  readonly fetch?: FetchAgentCardOptions;
  /** The limits of a card, fetched or from a file. Default: `REMOTE_LIMITS`. */
  readonly limits?: Partial<TypegenLimits>;
}

/**
 * Makes a source of types from what a text names: the URL of an agent or card, a folder of schemas,
 * a `.json` file (schema, bundle or card), or a module that exports an agent by default.
 *
 * @throws TypegenSourceError for anything else
 *
 * @example
 * ```ts
 * import { generateTypes, readTypeSource } from '@formwork/typegen';
 *
 * const { code } = await generateTypes(await readTypeSource('https://agents.example.com'));
 * ```
 */
export async function readTypeSource(
  text: string,
  options: ReadTypeSourceOptions = {},
): Promise<TypeSource> {
  const limits = options.limits && { limits: options.limits };
  if (isAddress(text)) return fetchAgentCard(text, { ...limits, ...options.fetch });
  const origin = describeOrigin(text, options.relativeTo);
  const stats = await readStats(text);
  if (stats.isDirectory()) return readSchemaFolder(text, { origin });
  if (/\.json$/iu.test(text))
    return fromDocument(await readJson(text), { name: basename(text), origin, ...limits });
  if (/\.[cm]?[jt]s$/u.test(text)) {
    return readAgentModule(text, { origin, version: Number(stats.mtimeMs) });
  }
  throw new TypegenSourceError(
    `Cannot generate types from ${quoteAddress(text)} because it must be a URL, a folder, a .json file or a module (.ts, .js)`,
    { reason: 'name' },
  );
}

/** True for a text that names an agent by its URL rather than by a path. */
export function isAddress(text: string): boolean {
  return /^[a-z][a-z\d+.-]+:\/\//iu.test(text);
}

/** Writes a path with slashes, relative to a folder. */
function describeOrigin(path: string, relativeTo = process.cwd()): string {
  return relative(relativeTo, resolve(path)).split(sep).join('/') || '.';
}

async function readStats(path: string): Promise<Awaited<ReturnType<typeof stat>>> {
  try {
    return await stat(path);
  } catch (cause) {
    throw new TypegenSourceError(
      `Cannot generate types from ${previewValue(path)} because it must be there: no file or folder is`,
      { cause, reason: 'missing' },
    );
  }
}

/** Options of {@link readSchemaFolder}: the words for its origin. */
export interface ReadSchemaFolderOptions {
  /**
   * The source in words, for the comment at the top of the module. Default: the folder as given.
   */
  readonly origin?: string;
}

/**
 * Makes a source of types from all schemas of a folder and its subfolders: the files that end in
 * `.json`, without `node_modules` and names that start with a dot. References between the files are
 * followed, by `$id` or by relative path; nothing outside the folder is read.
 *
 * @example
 * ```ts
 * import { generateTypes, readSchemaFolder } from '@formwork/typegen';
 *
 * const { code } = await generateTypes(await readSchemaFolder('schemas'));
 * ```
 */
export async function readSchemaFolder(
  folder: string,
  { origin = folder }: ReadSchemaFolderOptions = {},
): Promise<TypeSource> {
  const paths = await listFiles(folder);
  if (paths.length === 0) {
    throw new TypegenSourceError(
      `Cannot generate types because ${previewValue(folder)} must have a file that ends in .json: it has none`,
    );
  }
  const documents: SchemaDocument[] = [];
  for (const path of paths) {
    documents.push({ name: path, content: await readJson(join(folder, path)) });
  }
  const roots = documents.flatMap(({ name, content }, document) =>
    listRoots(content, document, name),
  );
  return { origin, documents, roots: prefixSharedNames(roots, documents), remote: false };
}

/** Puts the path of the file before each type name that several schemas of the folder have. */
function prefixSharedNames(
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

/**
 * Lists the paths of files below a folder, with slashes on every system, in an order that is the
 * same on all.
 */
async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep))
    .filter((names) => !names.some((name) => name === 'node_modules' || name.startsWith('.')))
    .map((names) => names.join('/'))
    .toSorted();
}
