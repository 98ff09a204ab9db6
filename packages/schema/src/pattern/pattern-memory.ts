import type { PatternMatcher } from './pattern-matcher.ts';
import type { StepBudget } from './step-budget.ts';

/** The steps of a verdict from which on it is remembered. */
const MANY_STEPS = 20_000;

/**
 * The costly verdicts of patterns on the texts of one value, so that to explain why the value does
 * not fit takes no second time. It lives no longer than the check of the value.
 */
export class PatternMemory {
  readonly #verdicts = new Map<PatternMatcher, Map<string, boolean>>();

  test(pattern: PatternMatcher, text: string, budget: StepBudget): boolean {
    const verdict = this.#verdicts.get(pattern)?.get(text);
    if (verdict !== undefined) return verdict;
    const before = budget.steps;
    const isMatch = pattern.test(text, budget);
    if (budget.steps < 0 || before - budget.steps < MANY_STEPS) return isMatch;
    const verdicts = this.#verdicts.get(pattern) ?? new Map<string, boolean>();
    this.#verdicts.set(pattern, verdicts.set(text, isMatch));
    return isMatch;
  }
}
