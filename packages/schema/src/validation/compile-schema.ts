import { createEvaluator, type Evaluator } from '../evaluate/evaluator.ts';
import { readReferences, type SchemaReferences } from '../references/schema-references.ts';
import { checkPatternSyntax, listPatterns } from '../schema-check/patterns.ts';
import { checkReferences } from '../schema-check/check-references.ts';
import { toSchemaIndex, type SchemaIndex } from '../schema-check/index-schema.ts';

import type { SchemaIssue } from '../schema-check/schema-issue.ts';
import type { JsonSchema } from '../types/json.ts';
import type { Dialect } from '../references/dialect.ts';
import { weighPattern } from '../schema-check/weigh-pattern.ts';

/** A schema of one's own that values can be held against. */
export interface CompiledSchema {
  /** A copy, as JSON has it. */
  readonly schema: JsonSchema;
  readonly dialect: Dialect;
  readonly evaluator: Evaluator;
  /** True if it has a pattern that may take long for some texts. */
  readonly hasSlowPatterns: boolean;
}

/** A schema that is being compiled. */
export interface ReadSchema {
  readonly schema: JsonSchema;
  readonly dialect: Dialect;
  readonly references: SchemaReferences;
  readonly index: SchemaIndex;
}

/**
 * Reads a schema that JSON can carry. It is copied: what the caller changes later changes nothing,
 * and each place has an object of its own.
 */
export function readSchema(schema: JsonSchema, dialect: Dialect): ReadSchema {
  const copy: JsonSchema = JSON.parse(JSON.stringify(schema));
  const references = readReferences([{ root: copy, dialect }]);
  return { schema: copy, dialect, references, index: toSchemaIndex(references, dialect) };
}

/**
 * Finds what keeps a schema from compiling: references that lead nowhere or back, broken patterns.
 */
export function checkCompilable({ schema, index }: ReadSchema): readonly SchemaIssue[] {
  return [
    ...checkReferences(schema, index),
    ...[...index.places.values()].flatMap((place) => checkPatternSyntax(schema, place)),
  ];
}

/** Compiles a schema that passed {@link checkCompilable}. */
export function compileSchema({ schema, dialect, references, index }: ReadSchema): CompiledSchema {
  const place = references.places[0]?.get('');
  if (place === undefined) throw new Error('Cannot compile a document without a schema');
  const hasSlowPatterns = [...index.places.values()]
    .flatMap((one) => listPatterns(one))
    .some(({ pattern }) => weighPattern(pattern) === Number.POSITIVE_INFINITY);
  return { schema, dialect, evaluator: createEvaluator(references, { place }), hasSlowPatterns };
}
