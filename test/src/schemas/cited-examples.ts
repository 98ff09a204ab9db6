import { createRegistry } from './create-registry.ts';
import { readJson, readManifests, readSchemaFiles, type Example } from './schema-files.ts';

/** An example of a schema document, with the rules that it shows. */
export interface CitedExample extends Example {
  /** The faults of an invalid example besides its `reason`. Default: none. */
  readonly furtherReasons?: readonly NonNullable<Example['reason']>[];
  /** The ids of the rules that the example shows. */
  readonly rules: readonly string[];
}

/** Reads the examples of a folder of schemas. */
export function readCitedExamples(folder: string): readonly CitedExample[] {
  const manifest = readManifests().find((one) => one.folder === folder);
  if (manifest === undefined) throw new Error(`There is no manifest in ${folder}`);
  return manifest.examples as readonly CitedExample[];
}

const registry = createRegistry(readSchemaFiles());

/**
 * Lists the faults that a schema finds in a value, as "POINTER KEYWORD", each once. For `oneOf`, it
 * lists only that no alternative fits.
 */
export function findWrong(schema: string, value: unknown): readonly string[] {
  const validate = registry.compile(schema);
  validate(value);
  const errors = (validate.errors ?? []).filter(
    ({ schemaPath }) => !schemaPath.includes('/oneOf/'),
  );
  return toSet(errors.map(({ instancePath, keyword }) => ({ pointer: instancePath, keyword })));
}

/** Lists the faults that an example must have, in the form of {@link findWrong}. */
export function listReasons({ reason, furtherReasons = [] }: CitedExample): readonly string[] {
  return toSet([...(reason === undefined ? [] : [reason]), ...furtherReasons]);
}

/** Reads the value of an example. */
export function readExample(folder: string, { file }: CitedExample): unknown {
  return readJson(`${folder}/${file}`);
}

function toSet(reasons: readonly NonNullable<Example['reason']>[]): readonly string[] {
  return [...new Set(reasons.map(({ pointer, keyword }) => `${pointer} ${keyword}`))].toSorted();
}
