import { PatternMemory } from '../pattern/pattern-memory.ts';
import type { Problem } from '../problems/problem.ts';
import { toDialect, type Dialect } from '../references/dialect.ts';
import { checkMetaSchema } from '../schema-check/check-meta-schema.ts';
import { embedMetaSchema } from '../schema-check/embed-meta-schema.ts';
import {
  SchemaError,
  createCompileIssue,
  createDialectIssue,
} from '../schema-check/schema-issue.ts';
import type { JsonSchema } from '../types/json.ts';
import {
  compileSchema,
  checkCompilable,
  readSchema,
  type CompiledSchema,
} from './compile-schema.ts';
import { createTooLong, explain, TOO_DEEP, UNCHECKABLE } from './explain.ts';
import { isTooDeep } from './is-too-deep.ts';

/** Checks values against one schema. It keeps no state that callers could notice. */
export interface Validator {
  readonly dialect: Dialect;
  /** True if the value fits the schema. It never throws, and is cheap enough for every message. */
  isValid(value: unknown): boolean;
  /**
   * Describes in words why the value does not fit: `[]` exactly if it fits, else at most 21
   * problems. It never throws.
   *
   * `redact` keeps the checked values out of the problems (default: the option of the validator).
   * Names of properties are shown anyway.
   */
  check(value: unknown, options?: { readonly redact?: boolean }): readonly Problem[];
}

/**
 * Options of {@link createValidator}: the name of the schema, and whether problems may repeat
 * values.
 */
export interface CreateValidatorOptions {
  /**
   * True keeps the checked values out of the problems, because they may be secret. Default false.
   */
  readonly redact?: boolean;
  /** The name of the schema in error messages. Default: none. */
  readonly name?: string;
}

/**
 * Makes a validator of a schema from a trusted source, such as one's own code: a
 * check ends after a number of steps, patterns included. Formats are asserted; nothing is coerced and no default is
 * filled in. Values nested deeper than 64 levels never fit. The schema may refer to the meta-schema
 * of its dialect.
 *
 * @throws SchemaError if the schema is not valid in its dialect or cannot be compiled.
 *
 * @example
 * ```ts
 * import { createValidator } from '@formwork/schema';
 *
 * const validator = createValidator({ type: 'number', minimum: 1 });
 * const verdict = validator.check(0);
 * ```
 */
export function createValidator(
  schema: JsonSchema,
  { redact = false, name }: CreateValidatorOptions = {},
): Validator {
  const subject = name === undefined ? 'the schema' : `schema ${JSON.stringify(name)}`;
  const dialect = toDialect(schema);
  if (dialect === undefined) throw new SchemaError(subject, [createDialectIssue(schema)]);
  const issues = checkMetaSchema(schema, dialect);
  if (issues.length > 0) throw new SchemaError(subject, issues);
  return toValidator(compileOrThrow(schema, dialect, subject), redact);
}

/** Makes a validator of a compiled schema. */
export function toValidator(compiled: CompiledSchema, redact: boolean = false): Validator {
  const { schema, dialect, evaluator } = compiled;
  return {
    dialect,
    isValid: (value) => judge(compiled, value) === 'valid',
    check(value, options) {
      const memory = new PatternMemory();
      const verdict = judge(compiled, value, memory);
      if (verdict === 'valid') return [];
      if (verdict !== 'invalid') return [verdict];
      const settings = { root: schema, redact: options?.redact ?? redact, memory };
      return explain(evaluator, value, settings);
    },
  };
}

function judge(
  { evaluator }: CompiledSchema,
  value: unknown,
  memory?: PatternMemory,
): 'valid' | 'invalid' | Problem {
  try {
    if (isTooDeep(value)) return TOO_DEEP;
  } catch {
    return UNCHECKABLE;
  }
  const verdict = evaluator.judge(value, memory);
  if (typeof verdict === 'object') return createTooLong(verdict);
  return verdict === 'uncheckable' ? UNCHECKABLE : verdict;
}

function compileOrThrow(schema: JsonSchema, dialect: Dialect, subject: string): CompiledSchema {
  try {
    const read = readSchema(embedMetaSchema(schema), dialect);
    const issues = checkCompilable(read);
    if (issues.length > 0) throw new SchemaError(subject, issues);
    return compileSchema(read);
  } catch (error) {
    if (error instanceof SchemaError) throw error;
    throw new SchemaError(subject, [createCompileIssue(error)], { cause: error });
  }
}
