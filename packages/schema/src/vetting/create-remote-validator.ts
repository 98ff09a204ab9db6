import { runGuarded } from '#guard';
import { createEvaluator } from '../evaluate/evaluator.ts';
import type { Problem } from '../problems/problem.ts';
import { toProblems } from '../problems/to-problems.ts';
import type { Validator } from '../validation/create-validator.ts';
import { explain, TOO_DEEP, TOO_LONG, UNCHECKABLE } from '../validation/explain.ts';
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
   * Patterns are not counted: only Node can interrupt them, by default after 2,000 milliseconds.
   */
  readonly milliseconds?: number;
}

/** The number of evaluation steps that never take longer than a millisecond. */
const STEPS_PER_MILLISECOND = 5000;

/** The time limit for checks that run patterns, unless another is set, in milliseconds. */
const PATTERN_MILLISECONDS = 2000;

/**
 * The greatest size of a value, in parts and in characters of its longest text, for which no vetted
 * pattern takes long.
 */
const HARMLESS_PARTS = 500;
const HARMLESS_TEXT = 2000;

/**
 * Creates a validator for a schema from somebody else, which ends after a number of steps, whatever
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
  const { references, ...options } = runnable;
  const limits =
    milliseconds === undefined ? {} : { steps: Math.ceil(milliseconds * STEPS_PER_MILLISECOND) };
  const evaluator = createEvaluator(references, { ...options, limits });

  /**
   * Runs work under the time limit for patterns if they may take long with this value; `undefined`
   * if the time is up.
   */
  function bound<T>(value: unknown, work: () => T): T | undefined {
    if (!runnable.runsPatterns || isHarmless(value)) return work();
    const outcome = runGuarded(work, milliseconds ?? PATTERN_MILLISECONDS);
    return outcome.kind === 'done' ? outcome.value : undefined;
  }

  function judge(value: unknown): 'valid' | 'invalid' | Problem {
    try {
      if (isTooDeep(value)) return TOO_DEEP;
    } catch {
      return UNCHECKABLE;
    }
    const verdict = bound(value, () => evaluator.judge(value)) ?? 'too long';
    if (verdict === 'too long') return TOO_LONG;
    return verdict === 'uncheckable' ? UNCHECKABLE : verdict;
  }

  return {
    dialect,
    isValid: (value) => judge(value) === 'valid',
    check(value, own) {
      const verdict = judge(value);
      if (verdict === 'valid') return [];
      if (verdict !== 'invalid') return [verdict];
      const settings = { root: schema, redact: own?.redact ?? redact };
      const told =
        bound(value, () => explain(evaluator, value, settings)) ??
        bound(value, () => toProblems(evaluator.explainFirst(value), settings)) ??
        [];
      return told.length > 0 ? told : [UNCHECKABLE];
    },
  };
}

function isHarmless(value: unknown): boolean {
  const { nodes, longestText } = measureData(value, HARMLESS_PARTS);
  return nodes <= HARMLESS_PARTS && longestText <= HARMLESS_TEXT;
}

/** The size of a value, by which the time of checking it is judged. */
interface DataSize {
  /** The number of values in the value, itself included. */
  readonly nodes: number;
  /** The length of the longest text in the value, names included, in characters. */
  readonly longestText: number;
}

/**
 * Measures the number of values in a value and its longest text; stops counting beyond `most`
 * values.
 */
function measureData(value: unknown, most: number): DataSize {
  let nodes = 0;
  let longestText = 0;
  measure(value);
  return { nodes, longestText };

  function measure(current: unknown): void {
    nodes += 1;
    if (nodes > most) return;
    if (typeof current === 'string') longestText = Math.max(longestText, current.length);
    if (typeof current !== 'object' || current === null) return;
    for (const [name, member] of Object.entries(current)) {
      longestText = Math.max(longestText, name.length);
      measure(member);
    }
  }
}
