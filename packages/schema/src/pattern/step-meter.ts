/** The steps that are left for an evaluation. */
export interface StepMeter {
  steps: number;
}
