import type { WorkerChecker } from './worker-checker.ts';

/**
 * Makes a checker whose problems with patterns name a text that fits, if `createExamples` finds one.
 * What makes examples is a megabyte, so a checker of its own does, which is made for the first such
 * problem. While it does not answer, the problems stay as they are.
 */
export function withExamples(
  checker: WorkerChecker,
  createExamples: () => WorkerChecker,
): WorkerChecker {
  let examples: WorkerChecker | undefined;
  return {
    prepare: () => checker.prepare(),
    async check(request) {
      const verdict = await checker.check(request);
      if (verdict.kind === 'unchecked') return verdict;
      if (verdict.problems.every(({ keyword }) => keyword !== 'pattern')) return verdict;
      examples ??= createExamples();
      const explained = await examples.check(request);
      return explained.kind === 'checked' ? explained : verdict;
    },
  };
}
