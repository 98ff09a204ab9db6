import type { Evaluator, TooLong } from '../evaluate/evaluator.ts';
import type { PatternMemory } from '../pattern/pattern-memory.ts';
import type { Problem } from '../problems/problem.ts';
import { toProblems, type ToProblemsOptions } from '../problems/to-problems.ts';
import { MAX_DATA_DEPTH } from './is-too-deep.ts';

/** The problem of a value that is nested too deep to be checked. */
export const TOO_DEEP: Problem = {
  pointer: '',
  keyword: 'depth',
  expected: `nested at most ${MAX_DATA_DEPTH} levels deep`,
  message: `must be nested at most ${MAX_DATA_DEPTH} levels deep but is deeper`,
};

/** The problem of a value that makes the validator fail, such as one whose getters throw. */
export const UNCHECKABLE: Problem = {
  pointer: '',
  keyword: 'uncheckable',
  expected: 'a value that can be checked',
  message: 'must be a value that can be checked against the schema but checking it failed',
};

/** Makes the problem of a value whose check takes more steps than allowed. */
export function createTooLong({ pattern, pointer }: TooLong): Problem {
  const expected = 'a value that can be checked in time';
  const cause = pattern === undefined ? 'checking it' : `the pattern ${pattern}`;
  const message = `must be ${expected} but ${cause} took too long`;
  const suggestion = pattern === undefined ? 'send less data' : 'send a shorter text';
  return { pointer, keyword: 'timeout', expected, message, suggestion };
}

/**
 * Explains in words why a value does not fit, by at least one problem. If looking into alternatives
 * takes too long, they are left out, and at least the first problem is explained.
 */
export function explain(
  evaluator: Evaluator,
  value: unknown,
  options: ToProblemsOptions & { readonly memory?: PatternMemory },
): readonly Problem[] {
  const { memory } = options;
  for (const looksIntoAlternatives of [true, false]) {
    const { failures, isComplete } = evaluator.explain(value, { looksIntoAlternatives, memory });
    const problems = toProblems(failures, { ...options, isComplete });
    if (problems.length > 0) return problems;
  }
  const first = toProblems(evaluator.explainFirst(value, memory), options);
  return first.length > 0 ? first : [UNCHECKABLE];
}
