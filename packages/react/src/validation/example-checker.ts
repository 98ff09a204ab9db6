import type { WorkerChecker, WorkerVerdict } from './worker-checker.ts';
import type { WorkerRequest } from './worker-message.ts';

/** The longest time for which a problem with a pattern waits for its example, in milliseconds. */
const PATIENCE = 2000;

/**
 * Makes a checker whose problems with patterns name a text that fits, if `createExamples` finds one.
 * What makes examples is a megabyte, so a checker of its own does, which is made for the first such
 * problem. If it takes long, as over a slow network, the problems stay as they are until then.
 */
export function withExamples(
  checker: WorkerChecker,
  createExamples: () => WorkerChecker,
): WorkerChecker {
  let examples: WorkerChecker | undefined;
  /** The value that was explained last, because it is checked again after it was explained late. */
  let last: (WorkerRequest & { readonly verdict: WorkerVerdict }) | undefined;

  async function explain(request: WorkerRequest): Promise<WorkerVerdict> {
    examples ??= createExamples();
    const verdict = await examples.check(request);
    if (verdict.kind === 'checked') last = { ...request, verdict };
    return verdict;
  }

  return {
    prepare: () => checker.prepare(),
    async check(request, onExplained) {
      const verdict = await checker.check(request);
      if (verdict.kind === 'unchecked') return verdict;
      if (verdict.problems.every(({ keyword }) => keyword !== 'pattern')) return verdict;
      if (last?.schema === request.schema && last.value === request.value) return last.verdict;
      const explaining = explain(request);
      const explained = await inTime(explaining);
      if (explained === undefined && onExplained !== undefined) {
        void explaining.then(({ kind }) => kind === 'checked' && onExplained());
      }
      return explained?.kind === 'checked' ? explained : verdict;
    },
  };
}

/** Returns what is known in time; `undefined` if it takes longer. */
async function inTime<T>(later: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE);
  });
  try {
    return await Promise.race([later, end]);
  } finally {
    clearTimeout(timer);
  }
}
