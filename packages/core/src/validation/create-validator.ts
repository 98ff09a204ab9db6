import { runGuarded } from '#guard';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { JsonSchema } from '../types/json.ts';
import type { CompiledSchema } from '../schema-check/judge-schema.ts';
import { checkMetaSchema } from '../schema-check/check-meta-schema.ts';
import { boundChecks } from './bound-checks.ts';
import { compileExplainer, compileGate } from './compile-schema.ts';
import { runGuarded as runUnguarded } from './guard.ts';
import { toDialect, type Dialect } from './dialect.ts';
import { isSmall } from './is-small.ts';
import { isTooDeep, MAX_DATA_DEPTH } from './is-too-deep.ts';
import type { Problem } from '../problems/problem.ts';
import { SchemaError } from '../schema-check/schema-error.ts';
import { toCompileIssue, toDialectIssue } from '../schema-check/to-compile-issue.ts';
import { toProblems, type ToProblemsOptions } from '../problems/to-problems.ts';

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

/** So many checks, all of which may fail, take a few milliseconds. */
const UNGUARDED_CHECKS = 2000;

/** Told of values that are nested too deep to be checked. */
export const TOO_DEEP: Problem = {
  pointer: '',
  keyword: 'depth',
  expected: `nested at most ${MAX_DATA_DEPTH} levels deep`,
  message: `must be nested at most ${MAX_DATA_DEPTH} levels deep but is deeper`,
};

/** Told of values that a validator stumbles over. */
export const UNCHECKABLE: Problem = {
  pointer: '',
  keyword: 'uncheckable',
  expected: 'a value that can be checked',
  message: 'must be a value that can be checked against the schema but checking it failed',
};

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
  return toValidator({ schema, dialect, gate: compileOrThrow(schema, dialect, subject) }, redact);
}

/** The validator of a schema that is compiled already. */
export function toValidator(
  { schema, dialect, gate }: CompiledSchema,
  redact: boolean = false,
): Validator {
  let explainer: Explainer | undefined;
  return {
    dialect,
    isValid: (value) => toVerdict(gate, value) === 'valid',
    check(value, options) {
      const verdict = toVerdict(gate, value);
      if (verdict === 'valid') return [];
      if (verdict === 'too deep') return [TOO_DEEP];
      if (verdict === 'uncheckable') return [UNCHECKABLE];
      const settings = { root: schema, redact: options?.redact ?? redact };
      try {
        explainer ??= createExplainer(schema, dialect);
        const problems = explain({ gate, explainer }, value, settings);
        return problems.length > 0 ? problems : [UNCHECKABLE];
      } catch {
        return [UNCHECKABLE];
      }
    },
  };
}

function compileOrThrow(schema: JsonSchema, dialect: Dialect, subject: string): ValidateFunction {
  try {
    return compileGate(schema, dialect);
  } catch (error) {
    throw new SchemaError(subject, [toCompileIssue(error)], { cause: error });
  }
}

function toVerdict(
  gate: ValidateFunction,
  value: unknown,
): 'valid' | 'invalid' | 'too deep' | 'uncheckable' {
  try {
    if (isTooDeep(value)) return 'too deep';
    if (gate(value)) return 'valid';
    // The errors would keep the value alive.
    gate.errors = null;
    return 'invalid';
  } catch {
    // ajv throws on some values, such as {"toString": ""} where there is a constant.
    return 'uncheckable';
  }
}

interface Explainer {
  readonly validate: ValidateFunction;
  /** How many parts a value may have that is explained without a guard. */
  readonly unguardedParts: number;
}

interface Checks {
  readonly gate: ValidateFunction;
  readonly explainer: Explainer;
}

function createExplainer(schema: JsonSchema, dialect: Dialect): Explainer {
  const unguardedParts = Math.floor(UNGUARDED_CHECKS / boundChecks(schema, dialect));
  return { validate: compileExplainer(schema, dialect), unguardedParts };
}

function explain(
  { gate, explainer }: Checks,
  value: unknown,
  options: ToProblemsOptions,
): readonly Problem[] {
  const work = (): readonly Problem[] =>
    toProblems(collectErrors(explainer.validate, value), options);
  // A guard takes a thread of its own, each time.
  const outcome = isSmall(value, explainer.unguardedParts)
    ? runUnguarded(work, EXPLAIN_MILLISECONDS)
    : runGuarded(work, EXPLAIN_MILLISECONDS);
  if (outcome.kind === 'done') return outcome.value;
  // The last error of the gate is the outermost, which stands for all others.
  return toProblems(collectErrors(gate, value).slice(-1), options);
}

function collectErrors(validate: ValidateFunction, value: unknown): readonly ErrorObject[] {
  validate(value);
  const errors = validate.errors ?? [];
  validate.errors = null;
  return errors;
}
