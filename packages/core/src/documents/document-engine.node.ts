import type { ValidateFunction } from 'ajv';
import type { JsonSchema } from '../types/json.ts';
import { createAjv, type AnyAjv } from '../validation/create-ajv.ts';
import { toDialect, type Dialect } from '../validation/dialect.ts';
import { tagBranches } from '../validation/tag-branches.ts';
import { vetSchema, type VetOutcome } from '../vetting/vet-schema.ts';
import type { OpenedSchema } from './opened-schema.ts';
import { indexPlaces, resolveSchema } from './resolve-schema.ts';
import { SCHEMA_DOCUMENTS } from './schema-documents.ts';

/** All documents of a dialect of JSON Schema, compiled as they are asked for. */
interface Library {
  /** Stops at the first error. */
  readonly gate: AnyAjv;
  /** Collects all errors and tags those of alternatives. */
  readonly explainer: AnyAjv;
}

const libraries = new Map<Dialect, Library>();
const opened = new Map<string, OpenedSchema>();
let places: ReadonlyMap<object, string> | undefined;

/** The schema that a reference leads to; `undefined` if there is none. */
export function openSchema(reference: string): OpenedSchema | undefined {
  const known = opened.get(reference);
  if (known !== undefined) return known;
  const place = resolveSchema(reference);
  const dialect = place && toDialect(place.document);
  if (place === undefined || dialect === undefined) return undefined;
  const library = libraries.get(dialect) ?? createLibrary(dialect);
  libraries.set(dialect, library);
  places ??= indexPlaces(SCHEMA_DOCUMENTS.values());
  const located = places;
  const compile = (ajv: AnyAjv): ValidateFunction => ajv.compile({ $ref: toUri(reference) });
  let [gate, explainer]: (ValidateFunction | undefined)[] = [];
  const schema: OpenedSchema = {
    root: place.document,
    isValid(value) {
      gate ??= compile(library.gate);
      const isValid = gate(value);
      // The errors would keep the value alive.
      gate.errors = null;
      return isValid;
    },
    collect(value) {
      explainer ??= compile(library.explainer);
      explainer(value);
      const errors = explainer.errors ?? [];
      explainer.errors = null;
      return errors;
    },
    locate: (part) => located.get(part),
  };
  opened.set(reference, schema);
  return schema;
}

/** Whether a schema of a card can be used, its patterns included. */
export function vetNamedSchema(schema: unknown): VetOutcome {
  return vetSchema(schema);
}

function createLibrary(dialect: Dialect): Library {
  const own = [...SCHEMA_DOCUMENTS.values()].filter((document) => toDialect(document) === dialect);
  const explainer = createAjv(dialect, { allErrors: true });
  tagBranches(explainer);
  return { gate: fill(createAjv(dialect, {}), own), explainer: fill(explainer, own) };
}

function fill(ajv: AnyAjv, documents: readonly JsonSchema[]): AnyAjv {
  ajv.addSchema([...documents]);
  return ajv;
}

/** References name pointers as they are written; a URI has some of their characters escaped. */
function toUri(reference: string): string {
  return encodeURI(reference);
}
