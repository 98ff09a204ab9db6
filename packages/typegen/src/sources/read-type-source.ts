import { stat } from 'node:fs/promises';
import { basename, relative, resolve, sep } from 'node:path';
import { TypegenSourceError } from '../errors/typegen-source-error.ts';
import type { TypeSource } from '../generate/type-source.ts';
import type { TypegenLimits } from '../limits.ts';
import { toPreview } from '../prepare/to-preview.ts';
import { fetchAgentCard, type FetchAgentCardOptions } from './fetch-agent-card.ts';
import { fromDocument } from './from-document.ts';
import { readAgentModule } from './read-agent-module.ts';
import { readJson } from './read-json.ts';
import { readSchemaFolder } from './read-schema-folder.ts';

/** Options of {@link readTypeSource}. */
export interface ReadTypeSourceOptions {
  /**
   * Folder that paths are shown from in generated modules, so that they are the same on every
   * machine. Default: the working directory.
   */
  readonly relativeTo?: string;
  /** How to fetch a card. */
  readonly fetch?: FetchAgentCardOptions;
  /** For a card, fetched or from a file. Default: `REMOTE_LIMITS`. */
  readonly limits?: Partial<TypegenLimits>;
}

/**
 * Types for what a text names: the URL of an agent or card, a folder of schemas, a `.json` file
 * (schema, bundle or card), or a module that exports an agent by default.
 *
 * Throws a `TypegenSourceError` when it is none of these.
 */
export async function readTypeSource(
  text: string,
  options: ReadTypeSourceOptions = {},
): Promise<TypeSource> {
  const limits = options.limits && { limits: options.limits };
  if (isAddress(text)) return fetchAgentCard(text, { ...limits, ...options.fetch });
  const origin = toOrigin(text, options.relativeTo);
  const stats = await readStats(text);
  if (stats.isDirectory()) return readSchemaFolder(text, { origin });
  if (/\.json$/iu.test(text))
    return fromDocument(await readJson(text), { name: basename(text), origin, ...limits });
  if (/\.[cm]?[jt]s$/u.test(text)) {
    return readAgentModule(text, { origin, version: Number(stats.mtimeMs) });
  }
  throw new TypegenSourceError(
    `Cannot generate types from ${toPreview(text)} as it must be a URL, a folder, a .json file or a module (.ts, .js)`,
    { reason: 'name' },
  );
}

/** True for a text that names an agent by its URL rather than by a path. */
export function isAddress(text: string): boolean {
  return /^[a-z][a-z\d+.-]+:\/\//iu.test(text);
}

/** A path with slashes, as seen from a folder. */
function toOrigin(path: string, relativeTo = process.cwd()): string {
  return relative(relativeTo, resolve(path)).split(sep).join('/') || '.';
}

async function readStats(path: string): Promise<Awaited<ReturnType<typeof stat>>> {
  try {
    return await stat(path);
  } catch (cause) {
    throw new TypegenSourceError(
      `Cannot generate types from ${toPreview(path)} as it must be there: no file or folder is`,
      { cause, reason: 'missing' },
    );
  }
}
