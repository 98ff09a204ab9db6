import type { Awaitable } from '../awaitable.ts';
import { readColumns } from '../engine/memo-columns.ts';
import type { Memo } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { MemoError, TaskCallError } from '../errors.ts';
import type { AttemptWatch } from '../telemetry/watch-attempt.ts';
import type { RunningSteps } from './orphaned-steps.ts';
import type { RunningStep, StepCall } from './running-step.ts';
import { copyJson, findExcess, describeFault, toKeptJson } from './wire-json.ts';

/** Options of {@link Stepper}. */
interface StepperOptions {
  readonly memos: Memos;
  /** The largest size of a step's result, in bytes of JSON. */
  readonly maxBytes: number;
  /**
   * Settles once the task is stored. Steps wait for it, because a step's effects, such as a
   * payment, must not happen for a task that is never stored. Absent if the task is already stored.
   */
  readonly ready?: Promise<void> | undefined;
  /** Throws if the run has ended, because the result of a step could not be stored any more. */
  readonly checkOpen: () => void;
  /**
   * Rejects if the run may have lost its lease, so that another process may have done the step
   * while this one was frozen or cut off. Returns `undefined` while the lease surely holds.
   */
  readonly holdLease: () => Promise<void> | undefined;
  readonly unfinishedSteps: UnfinishedSteps;
  readonly steps: RunningSteps;
  /** The telemetry that makes a span for each step; absent without an OpenTelemetry SDK. */
  readonly watch?: Pick<AttemptWatch, 'step'> | undefined;
  /** Stores the result of a step, even while the process stops, or after its run is over. */
  readonly write: (memo: Memo, step: RunningStep) => Promise<void>;
}

/**
 * The function `task.step` of one run: it runs new steps, and returns remembered results of
 * others, at once and without a promise. A new result is converted to JSON and back, so that the
 * first run gets the same value as later runs. A call that is refused throws.
 */
export class Stepper {
  readonly #options: StepperOptions;
  /** The keys of the steps that the handler has reached. */
  readonly #keys = new Set<string>();

  constructor(options: StepperOptions) {
    this.#options = options;
  }

  step<Result>(key: string, run: () => Awaitable<Result>): Awaitable<Result> {
    this.#options.checkOpen();
    checkCall(key, run);
    if (this.#keys.has(key)) {
      throw new MemoError(
        `Cannot do a step because its key must be another than those of the steps before it: current value is "${key}" again. Give the steps of a loop keys of their own, such as "${key}-1" and "${key}-2".`,
      );
    }
    this.#keys.add(key);
    const memo = this.#options.memos.next(`step:${key}`);
    if (memo.kind === 'memo') return memo.value as Result;
    return this.#perform(run, { key, position: memo.position });
  }

  /** Rejects if no step may begin any more: much may have happened while the run waited for one. */
  async #checkStillOpen(): Promise<void> {
    this.#options.checkOpen();
    await this.#options.unfinishedSteps.whenClosed();
    await this.#options.holdLease();
    this.#options.checkOpen();
  }

  async #perform<Result>(run: () => Awaitable<Result>, call: StepCall): Promise<Result> {
    const step = this.#options.steps.begin(call);
    const { key, position } = call;
    try {
      if (this.#options.ready !== undefined) {
        await this.#options.ready;
        this.#options.checkOpen();
      }
      const done = await this.#options.unfinishedSteps.pass(async () => {
        const hold = this.#options.holdLease();
        if (hold !== undefined) await hold;
        // An earlier run of this process may still be at the step.
        const earlier = this.#options.steps.takeOver(step);
        const outcome = earlier && (await earlier);
        if (outcome?.kind === 'failed') await this.#checkStillOpen();
        const result =
          outcome?.kind === 'done'
            ? outcome.value
            : await (this.#options.watch
                ? this.#options.watch.step(key, async () => run())
                : run());
        const value = checkStepResult(key, result, this.#options.maxBytes);
        step.succeed(value);
        await this.#options.write({ kind: 'memo', position, key: `step:${key}`, value }, step);
        return value as Result;
      });
      // If the run has ended meanwhile, the result is stored, but the handler must not go on.
      this.#options.checkOpen();
      return done;
    } finally {
      this.#options.steps.end(step);
    }
  }
}

/**
 * Checks the result of a step and converts it to JSON. `undefined`, which JSON lacks, becomes null:
 * a step may return nothing.
 */
function checkStepResult(key: string, result: unknown, maxBytes: number): unknown {
  const wire = toKeptJson(result ?? null);
  if (wire.kind === 'json') {
    const excess = findExcess(wire.text, maxBytes);
    if (excess === undefined) return wire.value;
    throw new MemoError(
      `Cannot remember step "${key}" because its result must be at most ${maxBytes} bytes of JSON: current value is ${excess} bytes. Send large results as artifacts, or keep them elsewhere and remember where.`,
    );
  }
  throw new MemoError(
    `Cannot remember step "${key}" because its result must be JSON: current value is ${describeFault(result, wire)}`,
    { cause: wire.cause },
  );
}

const MAX_KEY_LENGTH = 256;

/** Checks the arguments of `task.step`, because programs without types may pass any value. */
function checkCall(key: unknown, run: unknown): void {
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_LENGTH) {
    const shown = typeof key === 'string' ? `${key.length} characters` : typeof key;
    throw new TaskCallError(
      `Cannot do a step because its key must be a string of 1 to ${MAX_KEY_LENGTH} characters: current value is ${shown}`,
    );
  }
  if (typeof run !== 'function') {
    throw new TaskCallError(
      `Cannot do step "${key}" because what it does must be a function: current value is ${typeof run}`,
    );
  }
}

/**
 * Counts the running steps of one run, so that a process that stops can wait for them. A step may
 * charge a card or send a mail, so its result is stored even while the process stops, and the next
 * run continues after that step.
 */
export class UnfinishedSteps {
  readonly #whenEnded: () => Promise<never>;
  #running = 0;
  /** Called when no step is running any more; `undefined` before `close`. */
  #closed: (() => void) | undefined;
  #waiting: (() => void)[] = [];

  constructor({
    whenEnded,
  }: {
    /**
     * Returns a promise that rejects with the reason of the run's end as soon as the run has ended.
     */
    readonly whenEnded: () => Promise<never>;
  }) {
    this.#whenEnded = whenEnded;
  }

  /** After `close`, a promise that rejects once the run has ended; before, `undefined`. */
  whenClosed(): Promise<never> | undefined {
    return this.#closed === undefined ? undefined : this.#whenEnded();
  }

  /**
   * Runs a step and returns its result. After `close`, no step begins, and the call rejects once
   * the run has ended.
   */
  async pass<Result>(step: () => Promise<Result>): Promise<Result> {
    if (this.#closed !== undefined) return this.#whenEnded();
    this.#running += 1;
    try {
      return await step();
    } finally {
      this.#leave();
    }
  }

  /** Lets no further step begin, and calls `onIdle` once no step is running, or at once. */
  close(onIdle: () => void): void {
    this.#closed = onIdle;
    if (this.#running === 0) onIdle();
  }

  /** Resolves when no step is running. */
  async whenIdle(): Promise<void> {
    if (this.#running === 0) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #leave(): void {
    this.#running -= 1;
    if (this.#running > 0) return;
    this.#closed?.();
    for (const resolve of this.#waiting) resolve();
    this.#waiting = [];
  }
}

/** A position that the handler has reached: remembered by an earlier run, or new. */
type Recalled =
  | { readonly kind: 'memo'; readonly position: number; readonly value: unknown }
  | { readonly kind: 'new'; readonly position: number };

/**
 * The memos of one run: the remembered results of steps and questions, and the position that the
 * handler has reached. They are made from what earlier runs of the task have stored.
 */
export class Memos {
  readonly #memos: NonNullable<TaskSnapshot['memos']>;
  readonly #keys: readonly (string | undefined)[];
  readonly #values: readonly unknown[];
  readonly #count: number;
  /** The position that the handler has reached. */
  #reached = 0;

  constructor({ memos = [] }: Pick<TaskSnapshot, 'memos'>) {
    const { keys, values } = readColumns(memos);
    this.#memos = memos;
    this.#keys = keys;
    this.#values = values;
    this.#count = memos.length;
  }

  /**
   * Moves to the next step or question, and returns its position, with a copy of the remembered
   * value unless no run has reached it before.
   *
   * @throws MemoError when the memo has another key
   */
  next(key: string): Recalled {
    const position = this.#reached;
    this.#reached += 1;
    const remembered = position < this.#count ? this.#keys[position] : undefined;
    if (remembered === undefined) return { kind: 'new', position };
    // The handler gets a copy, because it may change the value, and the next run must find it
    // unchanged.
    if (remembered === key)
      return { kind: 'memo', position, value: copyJson(this.#values[position]) };
    throw new MemoError(
      `Cannot resume the task because its step ${this.#reached} was "${remembered}" before and is "${key}" now. The code of the skill has changed, or its steps come in another order.`,
    );
  }

  /**
   * Throws `MemoError` if an earlier run remembered steps or questions that this one did not reach;
   * called when the handler has returned.
   */
  checkEnd(): void {
    if (this.#reached >= this.#count) return;
    const missedMemo = this.#memos.slice(this.#reached).find((memo) => memo !== undefined);
    throw new MemoError(
      `Cannot end the task because its handler came to ${this.#reached} of the ${this.#count} steps and questions that it came to before, and not to "${missedMemo?.key}". The code of the skill has changed.`,
    );
  }
}
