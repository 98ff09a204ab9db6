import type { ValidateFunction } from 'ajv';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import type { JsonSchema } from '../types/json.ts';
import { createAjv } from '../validation/create-ajv.ts';
import { DIALECT_URIS, type Dialect } from '../validation/dialect.ts';
import { isRecord } from '../is-record.ts';
import { isPlainSchema } from './is-plain-schema.ts';
import type { SchemaIssue } from './schema-issue.ts';
import { tagBranches } from '../validation/tag-branches.ts';
import { toProblems } from '../problems/to-problems.ts';
import { toSchemaIssue } from './to-schema-issue.ts';

/** One compiled meta-schema per dialect at most: compiling one takes longer than all else here. */
const metaValidators = new Map<Dialect, ValidateFunction>();

/** What the meta-schema of the dialect has against a schema; `[]` if nothing. Never throws. */
export function checkMetaSchema(schema: JsonSchema, dialect: Dialect): readonly SchemaIssue[] {
  const code = 'schema-invalid';
  if (schema['$async'] !== undefined) {
    return [toSchemaIssue(schema, { code, pointer: '/$async', expected: 'absent' })];
  }
  if (isPlainSchema(schema, dialect)) return [];
  try {
    const validate = toMetaValidator(dialect);
    if (validate(schema)) return [];
    const errors = validate.errors ?? [];
    validate.errors = null;
    const root = isRecord(validate.schema) ? validate.schema : {};
    return toProblems(errors, { root }).map(({ pointer, expected, keyword, message }) =>
      keyword === 'more'
        ? { severity: 'error', code, pointer, message: `Cannot use the schema as it ${message}` }
        : toSchemaIssue(schema, { code, pointer, expected }),
    );
  } catch (error) {
    const expected = 'a schema that can be checked';
    return [toSchemaIssue(schema, { code, pointer: '', expected, current: String(error) })];
  }
}

/** The meta-schema of a dialect, compiled for the first schema that needs it. */
export function toMetaValidator(dialect: Dialect): ValidateFunction {
  const known = metaValidators.get(dialect);
  if (known !== undefined) return known;
  const ajv = createAjv(dialect, {
    meta: true,
    allErrors: true,
    validateFormats: false,
  });
  tagBranches(ajv);
  if (dialect === 'draft-06') ajv.addMetaSchema(draft06, undefined, false);
  const validate = ajv.getSchema(DIALECT_URIS[dialect]);
  if (validate === undefined || '$async' in validate)
    throw new Error(`no meta-schema of ${dialect}`);
  metaValidators.set(dialect, validate);
  return validate;
}
