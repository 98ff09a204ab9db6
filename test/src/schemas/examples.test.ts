import { describe, expect, test } from 'vitest';
import { createRegistry } from './create-registry.ts';
import {
  listPaths,
  readJson,
  readManifests,
  readSchemaFiles,
  type Example,
} from './schema-files.ts';

const registry = createRegistry(readSchemaFiles());
const manifests = readManifests();

test('there are examples', () => {
  expect(manifests.length).toBeGreaterThan(0);
});

function isWhole({ file, verdict, source, reason }: Example): boolean {
  const isInvalid = verdict === 'invalid';
  const isInPlace = file.startsWith(`examples/${verdict}/`);
  return isInPlace && source !== '' && (reason !== undefined) === isInvalid;
}

describe.each(manifests)('examples of $folder', ({ folder, examples }) => {
  test('are all in the manifest, once each', () => {
    const files = listPaths(`${folder}/examples`).map((path) => path.slice(folder.length + 1));
    expect(examples.map(({ file }) => file).toSorted()).toEqual(files);
  });

  test('stand in the folder of their verdict, with their place, and a reason if invalid', () => {
    const odd = examples.filter((example) => !isWhole(example));
    expect(odd).toEqual([]);
  });

  test.each(examples)('$file is $verdict', ({ file, schema, verdict, reason }) => {
    const validate = registry.compile(schema);
    const isValid = validate(readJson(`${folder}/${file}`));
    const errors = (validate.errors ?? []).map(({ instancePath, keyword, message }) => ({
      pointer: instancePath,
      keyword,
      message,
    }));
    expect({ isValid, errors }).toMatchObject({ isValid: verdict === 'valid' });
    if (reason !== undefined) expect(errors).toContainEqual(expect.objectContaining(reason));
  });
});
