import { createEvaluator, type Evaluator } from '../evaluate/evaluator.ts';
import type { Dialect } from '../references/dialect.ts';
import { readReferences, type SchemaReferences } from '../references/schema-references.ts';
import { checkReferences } from '../schema-check/check-references.ts';
import { toSchemaIndex, type SchemaIndex } from '../schema-check/index-schema.ts';
import { checkPatternSyntax } from '../schema-check/patterns.ts';
import type { SchemaIssue } from '../schema-check/schema-issue.ts';
import type { JsonSchema } from '../types/json.ts';

/** A trusted schema that is ready to judge values. */
export interface CompiledSchema {
  /** The schema as JSON: a copy of the one that was given. */
  readonly schema: JsonSchema;
  readonly dialect: Dialect;
  readonly evaluator: Evaluator;
}

/**
 * A schema that has been read but not compiled: its copy, its dialect, and where its references
 * lead.
 */
export interface ReadSchema {
  readonly schema: JsonSchema;
  readonly dialect: Dialect;
  readonly references: SchemaReferences;
  readonly index: SchemaIndex;
}

/**
 * Reads a schema that JSON can carry. It is copied, so that later changes by the caller have no
 * effect and each place has an object of its own.
 */
export function readSchema(schema: JsonSchema, dialect: Dialect): ReadSchema {
  const copy: JsonSchema = JSON.parse(JSON.stringify(schema));
  const references = readReferences([{ root: copy, dialect }]);
  return { schema: copy, dialect, references, index: toSchemaIndex(references, dialect) };
}

/**
 * Finds the faults that keep a schema from being compiled: references that lead nowhere or in
 * circles, broken patterns.
 */
export function checkCompilable({ schema, index }: ReadSchema): readonly SchemaIssue[] {
  return [
    ...checkReferences(schema, index),
    ...[...index.places.values()].flatMap((subschema) => checkPatternSyntax(schema, subschema)),
  ].filter(({ severity }) => severity === 'error');
}

/** Compiles a schema in which {@link checkCompilable} found no fault. */
export function compileSchema({ schema, dialect, references }: ReadSchema): CompiledSchema {
  const root = references.places[0]?.get('');
  if (root === undefined) throw new Error('Cannot compile a document without a schema');
  return { schema, dialect, evaluator: createEvaluator(references, { subschema: root }) };
}
