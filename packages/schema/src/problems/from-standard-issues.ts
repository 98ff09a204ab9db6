import type { StandardSchemaV1 } from '@standard-schema/spec';
import { toPointer } from '../json/json-pointer.ts';
import { getOwn } from '../json/record.ts';
import { describeType, describeValue } from './describe-value.ts';
import type { Problem } from './problem.ts';
import { createRestProblem, MAX_PROBLEMS } from './to-problems.ts';

/**
 * Converts the issues that a library's own validation (Standard Schema) found in `value` to
 * problems with the keyword `standard-schema`, in the library's words: at most 20, and one more with
 * the keyword `more` that counts the rest.
 */
export function fromStandardIssues(
  issues: readonly StandardSchemaV1.Issue[],
  value: unknown,
  {
    redact = false,
  }: {
    /**
     * True keeps the checked values out of the problems, and the library's words, which may repeat
     * them. Default false.
     */
    readonly redact?: boolean;
  } = {},
): readonly Problem[] {
  const problems = issues.slice(0, MAX_PROBLEMS).map(({ path = [], message }) => {
    const segments = path.map((segment) => (typeof segment === 'object' ? segment.key : segment));
    const pointer = toPointer(segments);
    const keyword = 'standard-schema';
    if (redact) {
      return { pointer, keyword, expected: OTHER, message: `must be ${OTHER}` };
    }
    const received = segments.reduce<unknown>(getOwn, value);
    return {
      pointer,
      keyword,
      expected: message,
      ...(describeType(received) !== 'nothing' && { received: describeValue(received) }),
      message,
    };
  });
  const unlisted = issues.length - problems.length;
  return unlisted === 0 ? problems : [...problems, createRestProblem(unlisted)];
}

const OTHER = 'what the schema library of the skill accepts';
