import type { Problem } from '@formwork/core';

/** How many problems are told in words. */
const SHOWN_PROBLEMS = 3;

/** Problems for programs, and in words. */
export interface ProblemDetails {
  readonly problems: readonly Readonly<Record<string, unknown>>[];
  readonly text: string;
}

/** Problems with their places in the message: the pointer of what was checked comes first. */
export function toProblemDetails(found: readonly Problem[], prefix: string): ProblemDetails {
  const problems = found.map((problem) => ({ ...problem, pointer: `${prefix}${problem.pointer}` }));
  const shown = problems.slice(0, SHOWN_PROBLEMS).map(({ pointer, message, suggestion }) => {
    const hint = suggestion === undefined ? '' : ` (${suggestion})`;
    return `${pointer === '' ? 'the message' : pointer.slice(0, 100)} ${message}${hint}`;
  });
  const more = problems.length - shown.length;
  return { problems, text: `${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}` };
}
