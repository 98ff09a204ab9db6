import { compareTexts } from '@formwork/schema/json';
import type { SchemaFile } from './schema-files.ts';

/** The content of `schemas/index.json`, which tells where each schema is. */
export interface SchemaIndex {
  /** The paths of all documents, by their `$id`. */
  readonly files: Readonly<Record<string, string>>;
  readonly dialects: Readonly<Record<string, DialectIndex>>;
}

/**
 * The schemas of a dialect by their use. A value is an `$id`, and the pointer of a definition after
 * a `#`.
 */
export interface DialectIndex {
  /** The schemas by the kind of document: `card`, `message`, `task` and so on. */
  readonly kinds: Readonly<Record<string, string>>;
  /** The schemas by operation: those of its request, and of its response or stream events. */
  readonly operations?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Returns the index with the paths of the given files; its dialects are written by hand. */
export function toIndex({ dialects }: SchemaIndex, files: readonly SchemaFile[]): SchemaIndex {
  const paths = files.map(({ path, content }) => [String(content['$id']), path] as const);
  return {
    files: Object.fromEntries(paths.toSorted(([, a], [, b]) => compareTexts(a, b))),
    dialects,
  };
}
