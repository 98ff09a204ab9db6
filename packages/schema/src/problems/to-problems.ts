import type { JsonSchema } from '../types/json.ts';
import { describeValue } from './describe-value.ts';
import { explainFault } from './explain-fault.ts';
import type { Fault } from './fault.ts';
import { previewJson } from './preview-json.ts';
import type { Problem } from './problem.ts';
import { suggestFix } from './suggest-fix.ts';
import type { Failure } from '../evaluate/failure.ts';
import { toFaults } from './to-faults.ts';

/** How many problems are told one by one; the rest is only counted. */
const MAX_PROBLEMS = 20;

/** Options of {@link toProblems}. */
export interface ToProblemsOptions {
  /** The whole schema, for looking up references. */
  readonly root: JsonSchema;
  /** Leave out the values that came. Names of properties stay. Default false. */
  readonly redact?: boolean;
  /** Where the schema of an error stands, for whoever wants to read it there. Default: not told. */
  readonly locate?: (schema: object) => string | undefined;
  /** False if there may be more failures than those that are given. Default true. */
  readonly isComplete?: boolean;
}

/**
 * Puts failures into words: unions reduced to the alternative
 * that was most likely meant, consequences of other errors and repetitions left out.
 *
 * At most 20 problems, and one more with the keyword `more` that counts the rest.
 */
export function toProblems(
  failures: readonly Failure[],
  { root, redact = false, locate, isComplete = true }: ToProblemsOptions,
): readonly Problem[] {
  const problems = new Map<string, Problem>();
  const rest = new Set<string>();
  for (const fault of toFaults(failures, root)) {
    if (problems.size < MAX_PROBLEMS) {
      const problem = toProblem(fault, { root, redact, locate });
      problems.set(`${problem.pointer} ${problem.message}`, problem);
    } else {
      rest.add(`${fault.instancePath} ${fault.keyword} ${previewJson(fault.params)}`);
    }
  }
  const listed = [...problems.values()];
  return rest.size === 0 ? listed : [...listed, toRest(rest.size, isComplete)];
}

interface ProblemOptions {
  readonly root: JsonSchema;
  readonly redact: boolean;
  readonly locate: ToProblemsOptions['locate'];
}

function toProblem(fault: Fault, { root, redact, locate }: ProblemOptions): Problem {
  const { keyword, instancePath, data } = fault;
  const explanation = explainFault(fault, root);
  const { expected, pointer = instancePath } = explanation;
  // A message of its own is about names and counts, not about the value as a whole.
  const received = redact || explanation.message !== undefined ? undefined : describeValue(data);
  const outcome = received === undefined ? '' : ` but is ${received}`;
  const suggestion = explanation.suggestion ?? (redact ? undefined : suggestFix(fault));
  return {
    pointer,
    keyword,
    expected,
    ...(received !== undefined && { received }),
    message: explanation.message ?? `must be ${expected}${outcome}`,
    ...(suggestion !== undefined && { suggestion }),
    ...toSource(fault, locate),
  };
}

/** The keyword that failed, or its schema where the fault joins several keywords. */
function toSource(
  { parentSchema, keyword }: Fault,
  locate: ToProblemsOptions['locate'],
): Pick<Problem, 'schema'> {
  const place = locate?.(parentSchema);
  if (place === undefined) return {};
  if (!Object.hasOwn(parentSchema, keyword)) return { schema: place };
  return { schema: `${place.includes('#') ? place : `${place}#`}/${keyword}` };
}

/** Told of problems that are only counted. */
export function toRest(count: number, isComplete: boolean = true): Problem {
  return {
    pointer: '',
    keyword: 'more',
    expected: 'a value without these problems',
    message: `has ${isComplete ? '' : 'at least '}${count} more ${count === 1 ? 'problem' : 'problems'} not listed here`,
  };
}
