import { toRest } from '@formwork/schema/internal';
import type { Problem } from '@formwork/schema';

/** How many problems of a document are told one by one; the rest is only counted. */
const MAX_PROBLEMS = 100;

/** The first 100 problems, and one more with the keyword `more` that counts the rest. */
export function limitProblems(problems: readonly Problem[]): readonly Problem[] {
  const rest = problems.length - MAX_PROBLEMS;
  return rest <= 0 ? problems : [...problems.slice(0, MAX_PROBLEMS), toRest(rest)];
}
