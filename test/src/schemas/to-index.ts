import type { SchemaFile } from './schema-files.ts';

/** Where to find which schema: `index.json` of the package. */
export interface SchemaIndex {
  /** Paths of all documents, by their ids. */
  readonly files: Readonly<Record<string, string>>;
  readonly dialects: Readonly<Record<string, DialectIndex>>;
}

/** References to the schemas of a dialect: an id, and the pointer of a definition after a `#`. */
export interface DialectIndex {
  /** By what a document is: `card`, `message`, `task` and so on. */
  readonly kinds: Readonly<Record<string, string>>;
  /** By the name of an operation: its request, and its response or the events of its stream. */
  readonly operations?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The index with the files that there are; its dialects are written by hand. */
export function toIndex({ dialects }: SchemaIndex, files: readonly SchemaFile[]): SchemaIndex {
  const paths = files.map(({ path, content }) => [String(content['$id']), path] as const);
  return {
    files: Object.fromEntries(paths.toSorted(([, a], [, b]) => (a < b ? -1 : 1))),
    dialects,
  };
}
