import { existsSync } from 'node:fs';
import { UsageError } from '../errors/usage-error.ts';

/** So many documents are checked at once. */
const MAX_SOURCES = 10_000;

/** True for what is fetched. */
export function isUrl(source: string): boolean {
  return /^https?:\/\//iu.test(source);
}

/**
 * The files, URLs and `-` that are named, patterns replaced by the files that they match; each once.
 *
 * @throws UsageError if a pattern matches nothing.
 */
export async function listSources(named: readonly string[]): Promise<readonly string[]> {
  const lists = await Promise.all(named.map(expand));
  const sources = [...new Set(lists.flat())];
  if (sources.length <= MAX_SOURCES) return sources;
  throw new UsageError(
    `Cannot validate as there must be at most ${MAX_SOURCES} documents: current value is ${sources.length}`,
  );
}

async function expand(source: string): Promise<readonly string[]> {
  if (source === '-' || isUrl(source) || existsSync(source)) return [source];
  const { glob, isDynamicPattern } = await import('tinyglobby');
  if (!isDynamicPattern(source)) return [source];
  const files = await glob(source.replaceAll('\\', '/'), { onlyFiles: true });
  if (files.length > 0) return files.toSorted();
  throw new UsageError(
    `Cannot validate as the pattern must match a file: current value is ${JSON.stringify(source)}`,
  );
}
