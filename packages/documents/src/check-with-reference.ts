import { type JsonSchema, type Problem, toDialect } from '@formwork/schema';
import {
  createTooLong,
  createEvaluator,
  type Evaluator,
  explain,
  readReferences,
  type SchemaReferences,
  TOO_DEEP,
  UNCHECKABLE,
} from '@formwork/schema/internal';
import { isTooDeep } from '@formwork/schema/json';
import { indexLocations } from './resolve-schema.ts';
import { SCHEMA_DOCUMENTS } from './schema-documents.ts';

let library: Library | undefined;

const opened = new Map<string, OpenedSchema>();

/** True if a value fits the schema that a reference leads to. It never throws. */
export function fitsReference(value: unknown, reference: string): boolean {
  return !isTooDeep(value) && openSchema(reference)?.evaluator.judge(value) === 'valid';
}

/**
 * Finds the problems of a value by the schema that a reference leads to: `[]` exactly if it fits.
 *
 * @throws RangeError if the reference leads nowhere.
 */
export function checkWithReference(value: unknown, reference: string): readonly Problem[] {
  const schema = openSchema(reference);
  if (schema === undefined) {
    throw new RangeError(
      `Cannot check the document because its schema must be one of @formwork/schemas: current value is ${JSON.stringify(reference)}`,
    );
  }
  if (isTooDeep(value)) return [TOO_DEEP];
  const verdict = schema.evaluator.judge(value);
  switch (verdict) {
    case 'valid':
      return [];
    case 'uncheckable':
      return [UNCHECKABLE];
    case 'invalid':
      return explainWith(schema, value);
    default:
      return [createTooLong(verdict)];
  }
}

/**
 * Finds the problems of a value by each of several schemas that it does not fit, in the order of
 * the schemas.
 */
export function explainAll(
  value: unknown,
  references: readonly string[],
): readonly (readonly Problem[])[] {
  return references.map((reference) => {
    const schema = isTooDeep(value) ? undefined : openSchema(reference);
    return schema === undefined ? [UNCHECKABLE] : explainWith(schema, value);
  });
}

function explainWith(schema: OpenedSchema, value: unknown): readonly Problem[] {
  const locate = (part: object): string | undefined => schema.locate(part);
  return explain(schema.evaluator, value, { root: schema.root, locate });
}

/** A schema of `@formwork/schemas` that is ready to judge values. */
interface OpenedSchema {
  /** The document in which the schema stands, where references are looked up. */
  readonly root: JsonSchema;
  readonly evaluator: Evaluator;
  /**
   * Returns the reference of a schema that a failure came from; `undefined` if it is in no
   * document.
   */
  locate(schema: object): string | undefined;
}

interface Library {
  readonly references: SchemaReferences;
  readonly places: ReadonlyMap<object, string>;
}

/** Opens the schema that a reference leads to; `undefined` if there is none. */
function openSchema(reference: string): OpenedSchema | undefined {
  const cached = opened.get(reference);
  if (cached !== undefined) return cached;
  library ??= createLibrary();
  const { references, places } = library;
  const target = references.find(reference);
  if (target === undefined) return undefined;
  const schema: OpenedSchema = {
    root: target.resource.document.root,
    evaluator: createEvaluator(references, { subschema: target }),
    locate: (part) => places.get(part),
  };
  opened.set(reference, schema);
  return schema;
}

function createLibrary(): Library {
  const documents = [...SCHEMA_DOCUMENTS.values()];
  const sources = documents.map((root) => ({ root, dialect: toDialect(root) ?? '2020-12' }));
  return { references: readReferences(sources), places: indexLocations(documents) };
}
