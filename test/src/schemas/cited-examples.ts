import { createRegistry } from './create-registry.ts';
import { readJson, readManifests, readSchemaFiles, type Example } from './schema-files.ts';

/** An example that shows rules of a document. */
export interface CitedExample extends Example {
  /** What is wrong with an invalid one beside its reason. */
  readonly furtherReasons?: readonly NonNullable<Example['reason']>[];
  /** Ids of the rules that it shows. */
  readonly rules: readonly string[];
}

/** The examples of a folder of schemas. */
export function readCitedExamples(folder: string): readonly CitedExample[] {
  const manifest = readManifests().find((one) => one.folder === folder);
  if (manifest === undefined) throw new Error(`There is no manifest in ${folder}`);
  return manifest.examples as readonly CitedExample[];
}

const registry = createRegistry(readSchemaFiles());

/**
 * What a schema finds wrong, each thing once, as "POINTER KEYWORD". Of alternatives it is told only
 * that none fits.
 */
export function findWrong(schema: string, value: unknown): readonly string[] {
  const validate = registry.compile(schema);
  validate(value);
  const errors = (validate.errors ?? []).filter(
    ({ schemaPath }) => !schemaPath.includes('/oneOf/'),
  );
  return toSet(errors.map(({ instancePath, keyword }) => ({ pointer: instancePath, keyword })));
}

/** What has to be wrong with an example, in the same form. */
export function listReasons({ reason, furtherReasons = [] }: CitedExample): readonly string[] {
  return toSet([...(reason === undefined ? [] : [reason]), ...furtherReasons]);
}

/** The value of an example. */
export function readExample(folder: string, { file }: CitedExample): unknown {
  return readJson(`${folder}/${file}`);
}

function toSet(reasons: readonly NonNullable<Example['reason']>[]): readonly string[] {
  return [...new Set(reasons.map(({ pointer, keyword }) => `${pointer} ${keyword}`))].toSorted();
}
