import type { TypeRoot, TypeSource } from '@formwork/typegen';
import type { SchemaFile } from './schema-files.ts';

/**
 * Returns the source of a module of types, by its name, for each bundle, each extension and each
 * folder of schemas. References may lead to all documents.
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
 * Returns the name of the module for a path: `a2a/v1.0/a2a.json` gives `a2a-v1.0`,
 * `a2a/v1.0/a2a.wire.json` gives `a2a-v1.0-wire`, and `extensions/forms-v1.json` gives `forms-v1`.
 */
function toModuleName(path: string): string {
  const [dialect = '', version = ''] = path.split('/');
  if (dialect === 'extensions') return version.replace(/\.json$/u, '');
  return `${dialect}-${version}${path.endsWith('.wire.json') ? '-wire' : ''}`;
}

/**
 * Lists the name and the JSON pointer of each schema of a document that gets a type: the document
 * itself, unless it is a bundle, and its definitions.
 */
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
