import type { WorkerChecker, WorkerResult } from './worker-checker.ts';
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
  return new ExplainingChecker(checker, createExamples);
}

class ExplainingChecker implements WorkerChecker {
  readonly #checker: WorkerChecker;
  readonly #createExamples: () => WorkerChecker;
  #examples: WorkerChecker | undefined;
  /** The value that was explained last, because it is checked again after it was explained late. */
  #last: (WorkerRequest & { readonly verdict: WorkerResult }) | undefined;

  constructor(checker: WorkerChecker, createExamples: () => WorkerChecker) {
    this.#checker = checker;
    this.#createExamples = createExamples;
  }

  prepare(): void {
    this.#checker.prepare();
  }

  async check(request: WorkerRequest, onExplained?: () => void): Promise<WorkerResult> {
    const verdict = await this.#checker.check(request);
    if (verdict.kind === 'unchecked') return verdict;
    if (verdict.problems.every(({ keyword }) => keyword !== 'pattern')) return verdict;
    const last = this.#last;
    if (last?.schema === request.schema && last.value === request.value) return last.verdict;
    const explaining = this.#explain(request);
    const explained = await inTime(explaining);
    if (explained === undefined && onExplained !== undefined) {
      void explaining.then(({ kind }) => kind === 'checked' && onExplained());
    }
    return explained?.kind === 'checked' ? explained : verdict;
  }

  async #explain(request: WorkerRequest): Promise<WorkerResult> {
    this.#examples ??= this.#createExamples();
    const verdict = await this.#examples.check(request);
    if (verdict.kind === 'checked') this.#last = { ...request, verdict };
    return verdict;
  }
}

/** Returns what is known in time; `undefined` if it takes longer. */
function inTime<T>(later: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), PATIENCE);
    void later.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
