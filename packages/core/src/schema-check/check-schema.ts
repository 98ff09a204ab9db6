import type { JsonSchema } from '../types/json.ts';
import { checkKeywords } from './check-keywords.ts';
import { checkMetaSchema } from './check-meta-schema.ts';
import { checkNumbers } from './check-numbers.ts';
import { checkPatterns } from './check-patterns.ts';
import { checkReferences } from './check-references.ts';
import { checkRoot } from './check-root.ts';
import { compileGate } from '../validation/compile-schema.ts';
import { toDialect } from '../validation/dialect.ts';
import { indexSchema } from './index-schema.ts';
import type { SchemaIssue } from './schema-issue.ts';
import { toCompileIssue, toDialectIssue } from './to-compile-issue.ts';
import { toSchemaIssue } from './to-schema-issue.ts';

/** Options of {@link checkSchema}. */
export interface CheckSchemaOptions {
  /** Put before the pointer of every issue. Default `''`. */
  readonly pointerPrefix?: string;
}

/**
 * Everything that is wrong or doubtful in a schema for the input or output of a skill, errors
 * first; `[]` if nothing is. Never throws, never fetches.
 *
 * Codes of errors: `schema-not-json`, `schema-dialect-unknown`, `schema-invalid` (its
 * meta-schema), `schema-reference-unresolved`, `schema-reference-cycle`, `schema-root-not-object`,
 * `schema-pattern-invalid`, `schema-integer-unsafe`, `schema-uncompilable`. Of warnings:
 * `schema-pattern-unsafe`, `schema-keyword-unknown`, `schema-format-unknown`.
 */
export function checkSchema(
  schema: JsonSchema,
  { pointerPrefix = '' }: CheckSchemaOptions = {},
): readonly SchemaIssue[] {
  const issues = collectIssues(schema);
  const sorted = [
    ...issues.filter(({ severity }) => severity === 'error'),
    ...issues.filter(({ severity }) => severity === 'warning'),
  ];
  return sorted.map((issue) => ({ ...issue, pointer: `${pointerPrefix}${issue.pointer}` }));
}

function collectIssues(schema: JsonSchema): readonly SchemaIssue[] {
  try {
    JSON.stringify(schema);
  } catch (error) {
    const finding = { code: 'schema-not-json', pointer: '', expected: 'JSON' };
    return [toSchemaIssue(schema, { ...finding, current: String(error) })];
  }
  const dialect = toDialect(schema);
  if (dialect === undefined) return [toDialectIssue(schema)];
  const index = indexSchema(schema, dialect);
  const issues = [
    ...checkMetaSchema(schema, dialect),
    ...checkReferences(schema, index),
    ...checkRoot(schema, index),
    ...[...index.places.values()].flatMap((place) => [
      ...checkNumbers(schema, place),
      ...checkPatterns(schema, place),
      ...checkKeywords(schema, { ...place, dialect }),
    ]),
  ];
  if (issues.some(({ severity }) => severity === 'error')) return issues;
  try {
    compileGate(schema, dialect);
    return issues;
  } catch (error) {
    return [...issues, toCompileIssue(error)];
  }
}
