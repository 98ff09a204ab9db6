import type { ValidateFunction } from 'ajv';
import type { JsonSchema } from '../types/json.ts';
import { createAjv } from './create-ajv.ts';
import type { Dialect } from './dialect.ts';
import { toAjvSchema } from './to-ajv-schema.ts';
import { tagBranches } from './tag-branches.ts';

/**
 * The check that decides: stops at the first error, so that no value can make it collect for long.
 *
 * @throws What ajv throws if the schema cannot be compiled, such as for an unresolved reference.
 */
export function compileGate(schema: JsonSchema, dialect: Dialect): ValidateFunction {
  return createAjv(dialect, {}).compile(toAjvSchema(schema, dialect));
}

/**
 * The check that explains: collects all errors and says which branch each is from.
 *
 * Recursive alternatives make it exponential in the depth of the value: run it guarded.
 */
export function compileExplainer(schema: JsonSchema, dialect: Dialect): ValidateFunction {
  const ajv = createAjv(dialect, { allErrors: true });
  tagBranches(ajv);
  return ajv.compile(toAjvSchema(schema, dialect));
}
