import { resolvePointer } from '@formwork/schema/json';
import { describe, expect, test } from 'vitest';
import { createRegistry, DIALECTS } from './create-registry.ts';
import { listChanges } from './list-changes.ts';
import { listReferences } from './list-references.ts';
import { readSchemaFiles } from './schema-files.ts';

const files = readSchemaFiles();
const registry = createRegistry(files);
const byId = new Map(files.map(({ content }) => [String(content['$id']), content]));

test('every schema has an id of its own', () => {
  const ids = files.map(({ content }) => content['$id']);
  expect(ids.filter((id) => typeof id !== 'string' || !URL.canParse(id))).toEqual([]);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

describe.each(files)('$path', ({ content }) => {
  const id = String(content['$id']);

  test('names a dialect that is known', () => {
    expect(Object.keys(DIALECTS)).toContain(content['$schema']);
  });

  test('has references that lead somewhere', () => {
    const dangling = listReferences(content, id).filter(({ target }) => {
      const [document = '', fragment = ''] = target.split('#');
      const found = byId.get(document);
      const pointer = decodeURIComponent(fragment);
      return found === undefined || resolvePointer(found, pointer) === undefined;
    });
    expect(dangling).toEqual([]);
  });

  test('compiles, and so does each of its definitions', () => {
    registry.compile(id);
    for (const keyword of ['$defs', 'definitions']) {
      for (const name of Object.keys(content[keyword] ?? {})) {
        registry.compile(`${id}#/${keyword}/${name}`);
      }
    }
  });

  test('says of what was added to the document, or changed in it, where and why', () => {
    const unclear = listChanges(content).filter(
      ({ keyword, schema, pointer, reason }) =>
        typeof reason !== 'string' ||
        reason === '' ||
        // A repaired part of the original may be missing, but an added part must exist.
        (keyword === 'x-formwork-added' && resolvePointer(schema, pointer) === undefined),
    );
    expect(unclear).toEqual([]);
  });
});
