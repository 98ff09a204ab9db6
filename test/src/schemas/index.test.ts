import { expect, test } from 'vitest';
import { createRegistry } from './create-registry.ts';
import { readJson, readSchemaFiles } from './schema-files.ts';
import type { SchemaIndex } from './to-index.ts';

const { dialects } = readJson('index.json') as SchemaIndex;
const registry = createRegistry(readSchemaFiles());

test('the index knows every dialect', () => {
  const known = Object.keys(dialects).map((name) => name.replace(/-v\d+$/u, ''));
  const folders = readSchemaFiles().map(({ path }) =>
    path
      .replace(/-v\d+\.json$/u, '')
      .split('/')
      .slice(0, 2)
      .join('/'),
  );
  expect(known.toSorted()).toEqual([...new Set(folders)].toSorted());
});

test('every entry of the index is a schema that compiles', () => {
  for (const { kinds, operations = {} } of Object.values(dialects)) {
    const references = [kinds, ...Object.values(operations)].flatMap((one) => Object.values(one));
    for (const reference of references) registry.compile(reference);
  }
});
