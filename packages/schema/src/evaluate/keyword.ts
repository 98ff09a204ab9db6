import type { PatternMatcher } from '../pattern/pattern-matcher.ts';
import type { Dialect } from '../references/dialect.ts';
import type { JsonSchema } from '../types/json.ts';
import { fail, OUT_OF_STEPS, type Check, type Evaluation, type SchemaNode } from './evaluation.ts';
import type { KeywordFailure } from './keyword-failure.ts';

/** A keyword in a schema, with all that is needed to make its check. */
export interface KeywordContext {
  readonly keyword: string;
  readonly schema: JsonSchema;
  /** The value of the keyword in the schema, such as 3 in `minLength: 3`. */
  readonly value: unknown;
  readonly dialect: Dialect;
  /** Returns the compiled form of a schema that the keyword holds. */
  readonly toNode: (schema: unknown) => SchemaNode;
  /**
   * Returns the compiled form of the schema that the keyword refers to; `undefined` if the
   * reference leads nowhere.
   */
  readonly toTarget: () => SchemaNode | undefined;
  /** Compiles a pattern; `undefined` if patterns do not run, so that no text matches. */
  readonly toPattern: (pattern: string) => PatternMatcher | undefined;
}

/**
 * A function that makes the check of a keyword at one place of a schema; it returns `undefined` if
 * there is nothing to check.
 */
export type Keyword = (site: KeywordContext) => Check | undefined;

/**
 * Adds the failure of a keyword to the list of the evaluation. Always returns false, so that a
 * check can return it.
 */
export function failAt(
  { keyword, schema, value }: KeywordContext,
  run: Evaluation,
  {
    data,
    params,
    branches,
  }: {
    readonly data: unknown;
    readonly params: KeywordFailure['params'];
    readonly branches?: KeywordFailure['branches'];
  },
): false {
  return fail(run, { keyword, params, data, schema: value, parentSchema: schema }, branches);
}

/** True if a pattern matches a text; the evaluation ends if its steps do not suffice for that. */
export function matches(pattern: PatternMatcher, text: string, run: Evaluation): boolean {
  const isMatch = run.memory?.test(pattern, text, run) ?? pattern.test(text, run);
  if (run.steps < 0) {
    run.slowPattern = pattern.pattern;
    throw OUT_OF_STEPS;
  }
  return isMatch;
}
