import { createEvaluator } from '../evaluate/evaluator.ts';
import { PatternMemory } from '../pattern/pattern-memory.ts';
import type { Problem } from '../problems/problem.ts';
import type { Validator } from '../validation/create-validator.ts';
import { createTooLong, explain, TOO_DEEP, UNCHECKABLE } from '../validation/explain.ts';
import { isTooDeep } from '../validation/is-too-deep.ts';
import type { VettedSchema } from './vet-schema-shape.ts';

/**
 * Options of {@link createRemoteValidator}: the time of a check, and whether problems may repeat
 * values.
 */
export interface RemoteValidatorOptions {
  /**
   * True keeps the checked values out of the problems, because they may be secret. Default false.
   */
  readonly redact?: boolean;
  /**
   * The longest time of one check, and of one explanation, counted in steps that take that long on
   * a slow machine: for threads that must not block; a longer check stays undecided. Default: the
   * 20 million steps of `createValidator`, a second or two at most, so that the two never differ.
   */
  readonly milliseconds?: number;
}

/** The number of evaluation steps that never take longer than a millisecond. */
const STEPS_PER_MILLISECOND = 5000;

/**
 * Creates a validator for a schema from outside, which ends after a number of steps, whatever
 * the schema and the value. Its verdicts are those of `createValidator`, even for data that takes
 * too long.
 *
 * @example
 * ```ts
 * import { createRemoteValidator, vetSchema } from '@formwork/schema';
 *
 * declare const foreign: unknown;
 * const outcome = vetSchema(foreign);
 * const validator = outcome.kind === 'vetted' ? createRemoteValidator(outcome.vetted) : undefined;
 * ```
 */
export function createRemoteValidator(
  { schema, dialect, runnable }: VettedSchema,
  { redact = false, milliseconds }: RemoteValidatorOptions = {},
): Validator {
  const { references, place: subschema, ...options } = runnable;
  const limits =
    milliseconds === undefined ? {} : { steps: Math.ceil(milliseconds * STEPS_PER_MILLISECOND) };
  const evaluator = createEvaluator(references, { ...options, subschema, limits });

  function judge(value: unknown, memory?: PatternMemory): 'valid' | 'invalid' | Problem {
    try {
      if (isTooDeep(value)) return TOO_DEEP;
    } catch {
      return UNCHECKABLE;
    }
    const verdict = evaluator.judge(value, memory);
    if (typeof verdict === 'object') return createTooLong(verdict);
    return verdict === 'uncheckable' ? UNCHECKABLE : verdict;
  }

  return {
    dialect,
    isValid: (value) => judge(value) === 'valid',
    check(value, checkOptions) {
      const memory = new PatternMemory();
      const verdict = judge(value, memory);
      if (verdict === 'valid') return [];
      if (verdict !== 'invalid') return [verdict];
      const settings = { root: schema, redact: checkOptions?.redact ?? redact, memory };
      const problems = explain(evaluator, value, settings);
      return problems.length > 0 ? problems : [UNCHECKABLE];
    },
  };
}
