import { runGuarded } from '#guard';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { JsonSchema } from '../types/json.ts';
import { checkMetaSchema } from './check-meta-schema.ts';
import { compileExplainer, compileGate } from './compile-schema.ts';
import { toDialect, type Dialect } from './dialect.ts';
import { isTooDeep, MAX_DATA_DEPTH } from './is-too-deep.ts';
import type { Problem } from './problem.ts';
import { SchemaError } from './schema-error.ts';
import { toCompileIssue, toDialectIssue } from './to-compile-issue.ts';
import { toProblems } from './to-problems.ts';

/** Checks values against one schema. Holds no state between calls that callers could notice. */
export interface Validator {
  readonly dialect: Dialect;
  /** True if the value fits. Never throws; cheap enough for every message. */
  isValid(value: unknown): boolean;
  /**
   * What is wrong with the value, in words: `[]` exactly if it fits, else at most 21 problems.
   * Never throws.
   *
   * `redact` leaves out the values that came (default: as the validator was made). Names of
   * properties are told anyway.
   */
  check(value: unknown, options?: { readonly redact?: boolean }): readonly Problem[];
}

/** Options of {@link createValidator}. */
export interface CreateValidatorOptions {
  /** Leave values out of problems. Default false. */
  readonly redact?: boolean;
  /** Name of the schema in errors. Default none. */
  readonly name?: string;
}

/** How long explaining a rejected value may take, in milliseconds. */
const EXPLAIN_MILLISECONDS = 100;

/**
 * Compiles a schema from a trusted source, such as one's own code: compiling generates code, and
 * the schema's patterns run unguarded. Formats are asserted; nothing is coerced and no default is
 * filled in. Values nested deeper than 64 levels never fit.
 *
 * @throws SchemaError if the schema is no valid schema of its dialect or cannot be compiled.
 */
export function createValidator(
  schema: JsonSchema,
  { redact = false, name }: CreateValidatorOptions = {},
): Validator {
  const subject = name === undefined ? 'the schema' : `schema ${JSON.stringify(name)}`;
  const dialect = toDialect(schema);
  if (dialect === undefined) throw new SchemaError(subject, [toDialectIssue(schema)]);
  const issues = checkMetaSchema(schema, dialect);
  if (issues.length > 0) throw new SchemaError(subject, issues);
  const gate = compileOrThrow(schema, dialect, subject);
  const isValid = (value: unknown): boolean => passes(gate, value);
  let explainer: ValidateFunction | undefined;

  return {
    dialect,
    isValid,
    check(value, options) {
      if (isValid(value)) return [];
      const settings = { root: schema, redact: options?.redact ?? redact };
      if (isTooDeepOrStrange(value)) return [TOO_DEEP];
      try {
        explainer ??= compileExplainer(schema, dialect);
      } catch {
        // What is compiled a second time may fail where the gate did not; the gate's verdict stands.
      }
      const explain = explainer ?? gate;
      const outcome = runGuarded(
        () => toProblems(collectErrors(explain, value), settings),
        EXPLAIN_MILLISECONDS,
      );
      if (outcome.kind === 'done' && outcome.value.length > 0) return outcome.value;
      return explainByGate(() => toProblems(collectErrors(gate, value).slice(-1), settings));
    },
  };
}

const TOO_DEEP: Problem = {
  pointer: '',
  keyword: 'depth',
  expected: `nested at most ${MAX_DATA_DEPTH} levels deep`,
  message: `must be nested at most ${MAX_DATA_DEPTH} levels deep but is deeper`,
};

const UNCHECKABLE: Problem = {
  pointer: '',
  keyword: 'uncheckable',
  expected: 'a value that can be checked',
  message: 'must be a value that can be checked against the schema but checking it failed',
};

function compileOrThrow(schema: JsonSchema, dialect: Dialect, subject: string): ValidateFunction {
  try {
    return compileGate(schema, dialect);
  } catch (error) {
    throw new SchemaError(subject, [toCompileIssue(error)], { cause: error });
  }
}

function passes(gate: ValidateFunction, value: unknown): boolean {
  try {
    if (isTooDeep(value)) return false;
    if (gate(value)) return true;
    // The errors would keep the value alive.
    gate.errors = null;
    return false;
  } catch {
    // ajv throws on some values, such as {"toString": ""} where items are compared.
    return false;
  }
}

function isTooDeepOrStrange(value: unknown): boolean {
  try {
    return isTooDeep(value);
  } catch {
    return false;
  }
}

function collectErrors(validate: ValidateFunction, value: unknown): readonly ErrorObject[] {
  validate(value);
  const errors = validate.errors ?? [];
  validate.errors = null;
  return errors;
}

function explainByGate(explain: () => readonly Problem[]): readonly Problem[] {
  try {
    const problems = explain();
    return problems.length > 0 ? problems : [UNCHECKABLE];
  } catch {
    return [UNCHECKABLE];
  }
}
