import type { JsonSchema } from '../types/json.ts';
import { checkKeywords } from './check-keywords.ts';
import { checkMetaSchema } from './check-meta-schema.ts';
import { checkName } from './check-name.ts';
import { checkNumbers } from './check-numbers.ts';
import { checkPatterns } from './check-patterns.ts';
import { checkReferences } from './check-references.ts';
import { checkRequired } from './check-required.ts';
import { checkRoot } from './check-root.ts';
import {
  compileSchema,
  readSchema,
  type CompiledSchema,
  type ReadSchema,
} from '../validation/compile-schema.ts';
import { toDialect } from '../validation/dialect.ts';
import type { SchemaIssue } from './schema-issue.ts';
import { toCompileIssue, toDialectIssue } from './to-compile-issue.ts';
import { toSchemaIssue } from './to-schema-issue.ts';

/** What is found of a schema. */
export interface SchemaJudgement {
  /** Errors first. */
  readonly issues: readonly SchemaIssue[];
  /** What the schema was compiled to, to judge it; absent when it has errors. */
  readonly compiled?: CompiledSchema;
}

/** Everything that is wrong or doubtful in a schema, and what it compiles to. Never throws. */
export function judgeSchema(schema: JsonSchema): SchemaJudgement {
  try {
    JSON.stringify(schema);
  } catch (error) {
    const finding = { code: 'schema-not-json', pointer: '', expected: 'JSON' };
    return { issues: [toSchemaIssue(schema, { ...finding, current: String(error) })] };
  }
  const dialect = toDialect(schema);
  if (dialect === undefined) return { issues: [toDialectIssue(schema)] };
  try {
    const read = readSchema(schema, dialect);
    const issues = listIssues(schema, read);
    const errors = issues.filter(({ severity }) => severity === 'error');
    const warnings = issues.filter(({ severity }) => severity === 'warning');
    if (errors.length > 0) return { issues: [...errors, ...warnings] };
    return { issues: warnings, compiled: compileSchema(read) };
  } catch (error) {
    return { issues: [toCompileIssue(error)] };
  }
}

function listIssues(schema: JsonSchema, { index, dialect }: ReadSchema): readonly SchemaIssue[] {
  return [
    ...checkMetaSchema(schema, dialect),
    ...checkReferences(schema, index),
    ...checkRoot(schema, index),
    ...checkRequired(schema, index),
    ...[...index.places.values()].flatMap((place) => [
      ...checkName(schema, place),
      ...checkNumbers(schema, place),
      ...checkPatterns(schema, place),
      ...checkKeywords(schema, { ...place, dialect }),
    ]),
  ];
}
