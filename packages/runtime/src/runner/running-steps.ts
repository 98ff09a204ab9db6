import type { LeftSteps } from './left-steps.ts';
import { RunningStep, type StepOutcome, type StepPlace } from './running-step.ts';

/** The running steps of one run. */
export class RunningSteps {
  readonly #taskId: string;
  readonly #left: LeftSteps;
  readonly #steps = new Set<RunningStep>();

  constructor(taskId: string, left: LeftSteps) {
    this.#taskId = taskId;
    this.#left = left;
  }

  /** The keys of the steps. */
  get keys(): readonly string[] {
    return [...this.#steps].map(({ key }) => key);
  }

  begin(place: StepPlace): RunningStep {
    const step = new RunningStep(place);
    this.#steps.add(step);
    return step;
  }

  end(step: RunningStep): void {
    this.#steps.delete(step);
    step.end();
  }

  /** Waits for the step that an earlier run of the task has left; `undefined` if none has. */
  takeOver(place: StepPlace): Promise<StepOutcome> | undefined {
    return this.#left.take(this.#taskId, place);
  }

  /** Leaves all steps to the next run of the task, because this run is over. */
  leave(): void {
    for (const step of this.#steps) this.#left.leave(this.#taskId, step);
  }
}
