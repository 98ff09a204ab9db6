import { setTimeout as sleep } from 'node:timers/promises';
import { EngineStorageError } from '../errors.ts';
import { RunningStep, type StepOutcome, type StepCall } from './running-step.ts';

/** A step whose run is over, and the task that it belongs to. */
interface LeftStep {
  readonly taskId: string;
  readonly step: RunningStep;
}

/**
 * The largest number of steps that are remembered after they have ended, because their results could
 * not be stored: the next runs of their tasks may be about to reach them.
 */
const MAX_ENDED = 64;

/**
 * The steps that go on in this process although their runs are over, because their tasks have asked
 * or are to be tried again. The next run of such a task takes the step over when it comes to it,
 * instead of doing it again at the same time.
 */
export class OrphanedSteps {
  /** The steps that go on, with promises that resolve once nothing of them does. */
  readonly #running = new Map<LeftStep, Promise<void>>();
  #ended: readonly LeftStep[] = [];

  /** Leaves a step of a run that is over to the next run of its task. */
  leave(taskId: string, step: RunningStep): void {
    const leftStep = { taskId, step };
    this.#running.set(leftStep, this.#watch(leftStep));
  }

  /**
   * Takes over a step of an earlier run, and returns the promise of what becomes of it; `undefined`
   * if no such step was left.
   */
  take(taskId: string, { position, key }: StepCall): Promise<StepOutcome> | undefined {
    const leftStep = this.#find(
      (entry) =>
        entry.taskId === taskId && entry.step.position === position && entry.step.key === key,
    );
    if (leftStep === undefined) return undefined;
    this.#remove(leftStep);
    leftStep.step.isTaken = true;
    return leftStep.step.whenSettled();
  }

  /** Forgets a step whose result is stored. */
  forget(step: RunningStep): void {
    const leftStep = this.#find((entry) => entry.step === step);
    if (leftStep !== undefined) this.#remove(leftStep);
  }

  /** Resolves when no step goes on that a run has left. */
  async whenIdle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  async #watch(leftStep: LeftStep): Promise<void> {
    await leftStep.step.whenOver();
    // Taking over a step that has failed would do what taking none does.
    if (this.#running.delete(leftStep) && leftStep.step.isDone) {
      this.#ended = [...this.#ended, leftStep].slice(-MAX_ENDED);
    }
  }

  #find(isWanted: (entry: LeftStep) => boolean): LeftStep | undefined {
    if (this.#running.size === 0 && this.#ended.length === 0) return undefined;
    return [...this.#ended, ...this.#running.keys()].findLast(isWanted);
  }

  #remove(leftStep: LeftStep): void {
    if (!this.#running.delete(leftStep))
      this.#ended = this.#ended.filter((entry) => entry !== leftStep);
  }
}

/** The running steps of one run. */
export class RunningSteps {
  readonly #taskId: string;
  readonly #orphanedSteps: OrphanedSteps;
  readonly #steps = new Set<RunningStep>();

  constructor(taskId: string, orphanedSteps: OrphanedSteps) {
    this.#taskId = taskId;
    this.#orphanedSteps = orphanedSteps;
  }

  /** The keys of the steps. */
  get keys(): readonly string[] {
    return [...this.#steps].map(({ key }) => key);
  }

  begin(call: StepCall): RunningStep {
    const step = new RunningStep(call);
    this.#steps.add(step);
    return step;
  }

  end(step: RunningStep): void {
    this.#steps.delete(step);
    step.end();
  }

  /** Waits for the step that an earlier run of the task has left; `undefined` if none has. */
  takeOver(call: StepCall): Promise<StepOutcome> | undefined {
    return this.#orphanedSteps.take(this.#taskId, call);
  }

  /** Leaves all steps to the next run of the task, because this run is over. */
  leave(): void {
    for (const step of this.#steps) this.#orphanedSteps.leave(this.#taskId, step);
  }
}

/** The pauses after which a storage that was away is asked again, in milliseconds. */
const PAUSES_MS = [100, 1000, 5000, 15_000, 60_000, 300_000];

/**
 * Stores the result of a step whose run is over: `keep` asks the engine to. The task may wait for a
 * person for days, so a storage that is away for some minutes is asked again.
 *
 * @throws EngineStorageError once the storage was away too long
 */
export async function keepLateMemo(
  keep: () => Promise<boolean>,
  pausesMs: readonly number[] = PAUSES_MS,
): Promise<boolean> {
  for (const pauseMs of pausesMs) {
    try {
      return await keep();
    } catch (error) {
      if (!(error instanceof EngineStorageError)) throw error;
      await sleep(pauseMs, undefined, { ref: false });
    }
  }
  return keep();
}
