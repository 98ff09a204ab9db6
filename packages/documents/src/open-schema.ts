import { createEvaluator, type Evaluator } from '@formwork/schema/internal';
import { readReferences, type SchemaReferences } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';
import { toDialect } from '@formwork/schema';
import { indexPlaces } from './resolve-schema.ts';
import { SCHEMA_DOCUMENTS } from './schema-documents.ts';

/** A schema of `@formwork/schemas`, ready to judge values. */
export interface OpenedSchema {
  /** The document that the schema stands in, for looking up references. */
  readonly root: JsonSchema;
  readonly evaluator: Evaluator;
  /** The reference of a schema that a failure came from. */
  locate(schema: object): string | undefined;
}

interface Library {
  readonly references: SchemaReferences;
  readonly places: ReadonlyMap<object, string>;
}

let library: Library | undefined;
const opened = new Map<string, OpenedSchema>();

/** The schema that a reference leads to; `undefined` if there is none. */
export function openSchema(reference: string): OpenedSchema | undefined {
  const known = opened.get(reference);
  if (known !== undefined) return known;
  library ??= createLibrary();
  const { references, places } = library;
  const place = references.find(reference);
  if (place === undefined) return undefined;
  const schema: OpenedSchema = {
    root: place.resource.document.root,
    evaluator: createEvaluator(references, { place }),
    locate: (part) => places.get(part),
  };
  opened.set(reference, schema);
  return schema;
}

function createLibrary(): Library {
  const documents = [...SCHEMA_DOCUMENTS.values()];
  const known = documents.map((root) => ({ root, dialect: toDialect(root) ?? '2020-12' }));
  return { references: readReferences(known), places: indexPlaces(documents) };
}
