import type { Problem } from '@formwork/schema';
import { createMatchingString } from '@formwork/schema/internal';
import { parsePointer } from '@formwork/schema/json';
import type { CheckedValue } from './answer-checks.ts';

/** The most problems of a value that get an example. */
const MAX_EXAMPLES = 5;

/**
 * Adds to problems with patterns a text that fits, such as "such as ABC", as their suggestion: one
 * with which the value has no problem at that place.
 */
export function addExamples(checked: CheckedValue): readonly Problem[] {
  const explained = new Set(checked.problems.filter(findPattern).slice(0, MAX_EXAMPLES));
  return checked.problems.map((problem) => {
    const pattern = explained.has(problem) ? findPattern(problem) : undefined;
    if (pattern === undefined) return problem;
    const example = createMatchingString([pattern]);
    return example !== undefined && example !== '' && fits(example, problem.pointer, checked)
      ? { ...problem, suggestion: `such as ${example}` }
      : problem;
  });
}

/** Returns the pattern that a problem is about; `undefined` if it is about something else. */
function findPattern({ keyword, expected }: Problem): string | undefined {
  if (keyword !== 'pattern') return undefined;
  return /^a string that matches (.+)$/su.exec(expected)?.[1];
}

function fits(example: string, pointer: string, { validator, value }: CheckedValue): boolean {
  const data: unknown = JSON.parse(value);
  const path = [...parsePointer(pointer)];
  const name = path.pop();
  let group: unknown = data;
  for (const step of path) group = Reflect.get(Object(group), step);
  if (name === undefined) return validator.check(example).length === 0;
  Reflect.set(Object(group), name, example);
  return validator.check(data).every((problem) => problem.pointer !== pointer);
}
