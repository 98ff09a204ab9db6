import type { TypeRoot, TypeSource } from '@formwork/typegen';
import type { SchemaFile } from './schema-files.ts';

/**
 * A module of types for each bundle, each extension and each folder of schemas, by its name. All
 * documents are at hand for references from one to another.
 */
export function toTypeSources(files: readonly SchemaFile[]): ReadonlyMap<string, TypeSource> {
  const documents = files.map(({ path, content }) => ({ name: path, content }));
  const roots = new Map<string, TypeRoot[]>();
  for (const [document, { path, content }] of files.entries()) {
    const name = toModuleName(path);
    const found = toRoots(path, content).map(([root, pointer]) => ({
      name: root,
      place: { document, pointer },
    }));
    roots.set(name, [...(roots.get(name) ?? []), ...found]);
  }
  return new Map(
    [...roots].map(([name, own]) => [
      name,
      { origin: `the schemas of ${name}`, documents, roots: own, remote: false },
    ]),
  );
}

/**
 * `a2a/v1.0/a2a.json` is of `a2a-v1.0`, `a2a/v1.0/a2a.wire.json` of `a2a-v1.0-wire`, and
 * `extensions/forms-v1.json` of `forms-v1`.
 */
function toModuleName(path: string): string {
  const [dialect = '', version = ''] = path.split('/');
  if (dialect === 'extensions') return version.replace(/\.json$/u, '');
  return `${dialect}-${version}${path.endsWith('.wire.json') ? '-wire' : ''}`;
}

/** The name and the pointer of what gets a type: the schema itself, if it is one, and definitions. */
function toRoots(
  path: string,
  content: SchemaFile['content'],
): readonly (readonly [string, string])[] {
  const stem = /(?<stem>[^/]+)\.json$/u.exec(path)?.groups?.['stem'] ?? path;
  const isBundle = !['type', 'allOf', 'oneOf', 'anyOf', '$ref'].some((word) => word in content);
  const definitions = ['$defs', 'definitions'].flatMap((keyword) =>
    Object.keys(content[keyword] ?? {}).map((name) => [name, `/${keyword}/${name}`] as const),
  );
  return isBundle ? definitions : [[stem, ''], ...definitions];
}
