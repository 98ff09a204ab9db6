import { dereference, validate, type OutputUnit, type Schema } from '@cfworker/json-schema';
import { toDialect } from '../validation/dialect.ts';
import { toTaggedErrors } from '../vetting/to-tagged-errors.ts';
import { vetSchemaShape } from '../vetting/vet-schema-shape.ts';
import type { VetOutcome } from '../vetting/vet-schema.ts';
import type { OpenedSchema } from './opened-schema.ts';
import { indexPlaces, resolveSchema } from './resolve-schema.ts';
import { SCHEMA_DOCUMENTS } from './schema-documents.ts';

interface Library {
  readonly documents: ReadonlyMap<string, Schema>;
  readonly lookup: ReturnType<typeof dereference>;
  readonly places: ReadonlyMap<object, string>;
}

let library: Library | undefined;

/**
 * The schema that a reference leads to; `undefined` if there is none. This is the variant for hosts
 * that may generate no code, such as pages with a strict policy.
 */
export function openSchema(reference: string): OpenedSchema | undefined {
  const place = resolveSchema(reference);
  if (place === undefined) return undefined;
  library ??= createLibrary();
  const { documents, lookup, places } = library;
  const id = String(place.document['$id']);
  const root = documents.get(id);
  const schema = place.pointer === '' ? root : lookup[`${id}#${place.pointer}`];
  if (root === undefined || typeof schema !== 'object') return undefined;
  const draft = toDialect(place.document) === '2020-12' ? '2020-12' : '7';
  const run = (value: unknown, shortCircuit: boolean): { valid: boolean; errors: OutputUnit[] } =>
    validate(value, schema, draft, lookup, shortCircuit);
  return {
    root,
    isValid: (value) => run(value, true).valid,
    collect: (value) =>
      toTaggedErrors(run(value, false).errors, { runnable: { schema, draft, lookup }, value }),
    locate: (part) => places.get(part),
  };
}

/**
 * Whether a schema of a card can be used. What its patterns may take long for is not found out here:
 * knowing every letter there is weighs more than all the rest. They do not run.
 */
export function vetNamedSchema(schema: unknown): VetOutcome {
  return vetSchemaShape(schema);
}

/** The validator writes into schemas: it gets copies. */
function createLibrary(): Library {
  const documents = new Map<string, Schema>();
  const lookup: ReturnType<typeof dereference> = Object.create(null);
  for (const [id, document] of SCHEMA_DOCUMENTS) {
    const copy: Schema = structuredClone(document);
    documents.set(id, copy);
    dereference(copy, lookup);
  }
  return { documents, lookup, places: indexPlaces(documents.values()) };
}
