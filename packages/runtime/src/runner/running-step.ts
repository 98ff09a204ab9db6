/** What became of a step: its result as JSON, or a failure, after which it may be done again. */
export type StepOutcome =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed' };

/** The place of a step among the steps and questions of its task, and its key. */
export interface StepCall {
  readonly position: number;
  readonly key: string;
}

/** A step that has begun and not ended. */
export class RunningStep implements StepCall {
  readonly position: number;
  readonly key: string;
  /** True once a later run waits for the result, and stores it. */
  isTaken = false;
  #outcome: StepOutcome | undefined;
  #isOver = false;
  #onSettled: ((outcome: StepOutcome) => void) | undefined;
  #onOver: (() => void) | undefined;

  constructor({ position, key }: StepCall) {
    this.position = position;
    this.key = key;
  }

  /** True once the step has a result. */
  get isDone(): boolean {
    return this.#outcome?.kind === 'done';
  }

  /** Notes the result of the step, before it is stored. */
  succeed(value: unknown): void {
    this.#settle({ kind: 'done', value });
  }

  /** Notes that nothing of the step goes on: its result is stored or refused, or it has failed. */
  end(): void {
    this.#settle({ kind: 'failed' });
    this.#isOver = true;
    this.#onOver?.();
  }

  /** Resolves once it is known what became of the step. Only one caller may wait. */
  async whenSettled(): Promise<StepOutcome> {
    if (this.#outcome !== undefined) return this.#outcome;
    return new Promise((resolve) => {
      this.#onSettled = resolve;
    });
  }

  /** Resolves once nothing of the step goes on. Only one caller may wait. */
  async whenOver(): Promise<void> {
    if (this.#isOver) return;
    await new Promise<void>((resolve) => {
      this.#onOver = resolve;
    });
  }

  #settle(outcome: StepOutcome): void {
    if (this.#outcome !== undefined) return;
    this.#outcome = outcome;
    this.#onSettled?.(outcome);
  }
}
