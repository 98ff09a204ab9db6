import type { PatternMatcher } from './pattern-matcher.ts';
import type { StepMeter } from './step-meter.ts';

/** The steps of a verdict from which on it is remembered. */
const MANY_STEPS = 20_000;

/**
 * The costly verdicts of patterns on the texts of one value, so that to explain why the value does
 * not fit takes no second time. It lives no longer than the check of the value.
 */
export class PatternMemory {
  readonly #verdicts = new Map<PatternMatcher, Map<string, boolean>>();

  test(pattern: PatternMatcher, text: string, meter: StepMeter): boolean {
    const verdict = this.#verdicts.get(pattern)?.get(text);
    if (verdict !== undefined) return verdict;
    const before = meter.steps;
    const isMatch = pattern.test(text, meter);
    if (meter.steps < 0 || before - meter.steps < MANY_STEPS) return isMatch;
    const verdicts = this.#verdicts.get(pattern) ?? new Map<string, boolean>();
    this.#verdicts.set(pattern, verdicts.set(text, isMatch));
    return isMatch;
  }
}
