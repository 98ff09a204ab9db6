import { runGuarded } from '#guard';
import { validate } from '@cfworker/json-schema';
import { toProblems } from '../problems/to-problems.ts';
import type { Problem } from '../problems/problem.ts';
import { isTooDeep } from '../validation/is-too-deep.ts';
import { TOO_DEEP, UNCHECKABLE, type Validator } from '../validation/create-validator.ts';
import { OUT_OF_TIME, toTimedLookup } from './timed-lookup.ts';
import { toTaggedErrors } from './to-tagged-errors.ts';
import { toDataSize } from './to-data-size.ts';
import type { VettedSchema } from './vet-schema-shape.ts';

/** Options of {@link createRemoteValidator}. */
export interface RemoteValidatorOptions {
  /** Leave values out of problems. Default false. */
  readonly redact?: boolean;
  /**
   * How long one check may take, and one explanation. Default 250. Browsers interrupt only where a
   * reference is followed: that ends what grows with every level, but not what is large.
   */
  readonly milliseconds?: number;
}

/** Steps that take so little time that watching over them would cost more. */
const HARMLESS_STEPS = 20_000;

/** Characters of one text that no pattern which passed the vetting takes long for. */
const HARMLESS_TEXT = 2000;

const TOO_LONG: Problem = {
  pointer: '',
  keyword: 'timeout',
  expected: 'a value that can be checked in time',
  message: 'must be a value that can be checked in time but checking it took too long',
};

/**
 * A validator for a schema from somebody else: it generates no code and stops after a time limit.
 * It is slower than that of `createValidator`; a check of a small value takes microseconds.
 *
 * Formats on which validators disagree are passed over, as is what a dialect does not know.
 */
export function createRemoteValidator(
  { runnable, dialect, cost }: VettedSchema,
  { redact = false, milliseconds = 250 }: RemoteValidatorOptions = {},
): Validator {
  const { schema, draft, lookup } = runnable;

  function run(
    value: unknown,
    { shortCircuit, at = lookup }: RunOptions,
  ): ReturnType<typeof validate> {
    return validate(value, schema, draft, at, shortCircuit);
  }

  function toVerdict(value: unknown): 'valid' | 'invalid' | Problem {
    if (isTooDeep(value)) return TOO_DEEP;
    if (isHarmless(value, cost)) {
      try {
        return run(value, { shortCircuit: true }).valid ? 'valid' : 'invalid';
      } catch {
        return UNCHECKABLE;
      }
    }
    const timed = { shortCircuit: true, at: toTimedLookup(lookup, milliseconds) };
    const outcome = runGuarded(() => run(value, timed).valid, milliseconds);
    if (outcome.kind === 'done') return outcome.value ? 'valid' : 'invalid';
    return outcome.kind === 'timeout' || outcome.error === OUT_OF_TIME ? TOO_LONG : UNCHECKABLE;
  }

  return {
    dialect,
    isValid: (value) => toVerdict(value) === 'valid',
    check(value, options) {
      const verdict = toVerdict(value);
      if (verdict === 'valid') return [];
      if (verdict !== 'invalid') return [verdict];
      const settings = { root: schema, redact: options?.redact ?? redact };
      // Where there are too many errors to tell, or too little time, the first of them is told.
      for (const shortCircuit of [false, true]) {
        const timed = { shortCircuit, at: toTimedLookup(lookup, milliseconds) };
        const outcome = runGuarded(
          () => toProblems(toTaggedErrors(run(value, timed).errors, { runnable, value }), settings),
          milliseconds,
        );
        if (outcome.kind === 'done' && outcome.value.length > 0) return outcome.value;
      }
      return [UNCHECKABLE];
    },
  };
}

/** How a schema is run. */
interface RunOptions {
  /** Stop at the first error. */
  readonly shortCircuit: boolean;
  /** Where references lead. Default: there, whatever the time. */
  readonly at?: Parameters<typeof validate>[3];
}

/** True if even the worst value of this size is checked in a few milliseconds. */
function isHarmless(value: unknown, cost: number): boolean {
  const { nodes, depth, longestText } = toDataSize(value, HARMLESS_STEPS);
  // Alternatives that lead back to themselves multiply with every level.
  return longestText <= HARMLESS_TEXT && nodes * nodes * cost ** depth <= HARMLESS_STEPS;
}
