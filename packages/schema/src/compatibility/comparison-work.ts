import type { StepBudget } from '../pattern/step-budget.ts';

/**
 * The most steps of one comparison, some of which are those of checks of values: a second at most.
 * The costliest comparison of schemas in common use that we know takes 700,000.
 */
const MAX_STEPS = 6_000_000;

/** The work that is left for one comparison of two schemas, whatever they say. */
export class ComparisonWork implements StepBudget {
  steps: number = MAX_STEPS;

  /**
   * Takes away some steps.
   *
   * @throws Error when fewer than 0 are left: nothing is shown then
   */
  spend(steps: number): void {
    this.steps -= steps;
    if (this.steps < 0) throw new Error('they are too complex to be compared');
  }
}
