import { listValues } from '../problems/list-values.ts';
import { DIALECT_URIS } from '../references/dialect.ts';
import type { JsonSchema } from '../types/json.ts';
import type { SchemaIssue } from './schema-issue.ts';
import { toSchemaIssue } from './to-schema-issue.ts';

/** A schema that passed every check and still cannot be compiled. */
export function toCompileIssue(cause: unknown): SchemaIssue {
  const current = cause instanceof Error ? cause.message : String(cause);
  const expected = 'a schema that can be compiled';
  return toSchemaIssue({}, { code: 'schema-uncompilable', pointer: '', expected, current });
}

/** A schema whose `$schema` names no dialect that is known. */
export function toDialectIssue(schema: JsonSchema): SchemaIssue {
  return toSchemaIssue(schema, {
    code: 'schema-dialect-unknown',
    pointer: '/$schema',
    expected: listValues(Object.values(DIALECT_URIS)),
  });
}
