/** The steps that are left for an evaluation. */
export interface StepBudget {
  steps: number;
}
