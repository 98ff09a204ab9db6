import type { Memo, NewTaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { MemoError, TaskCallError } from '../errors.ts';
import type { AttemptWatch } from '../telemetry/watch-attempt.ts';
import { copyJson, findExcess, describeFault, toWholeJson } from './wire-json.ts';

/** Options of {@link createStepper}. */
interface StepperOptions {
  readonly memos: Memos;
  /** The maximum size of a step's result, in bytes of JSON. */
  readonly maxBytes: number;
  /**
   * Settles once the task is written; steps wait for it, because the task must outlive what is done
   * for it.
   */
  readonly ready?: Promise<void> | undefined;
  /** Throws if the run has ended. */
  readonly checkOpen: () => void;
  readonly gate: StepGate;
  /** The watch that traces steps; absent without an OpenTelemetry SDK. */
  readonly watch?: Pick<AttemptWatch, 'step'> | undefined;
  /** Stores what a step returned, also while the process stops. */
  readonly write: (event: NewTaskEvent) => Promise<void>;
}

/**
 * Makes `task.step` of one run: does what is new, and gives back what is remembered. A new result
 * comes back as JSON has it too, so that the first run sees what every later one will see.
 */
export function createStepper({
  memos,
  maxBytes,
  ready,
  checkOpen,
  gate,
  watch,
  write,
}: StepperOptions): <Result>(key: string, run: () => Result | Promise<Result>) => Promise<Result> {
  const keys = new Set<string>();
  return async <Result>(key: string, run: () => Result | Promise<Result>): Promise<Result> => {
    checkOpen();
    checkCall(key, run);
    if (keys.has(key)) {
      throw new MemoError(
        `Cannot do a step as its key must be another than those of the steps before it: current value is "${key}" again. Give the steps of a loop keys of their own, such as "${key}-1" and "${key}-2".`,
      );
    }
    keys.add(key);
    const memo = memos.next(`step:${key}`);
    if (memo.kind === 'memo') return memo.value as Result;
    if (ready !== undefined) {
      await ready;
      checkOpen();
    }
    const done = await gate.pass(async () => {
      const result = await (watch ? watch.step(key, async () => run()) : run());
      const value = checkStepResult(key, result, maxBytes);
      await write({ kind: 'memo', position: memo.position, key: `step:${key}`, value });
      return value as Result;
    });
    // It is kept, but there is nothing to go on to in this process.
    checkOpen();
    return done;
  };
}

/**
 * Checks the result of a step and makes it JSON. `undefined`, which JSON lacks, is stored as null:
 * a step may be there for its effects alone.
 */
function checkStepResult(key: string, result: unknown, maxBytes: number): unknown {
  const wire = toWholeJson(result ?? null);
  if (wire.kind === 'json') {
    const excess = findExcess(wire.text, maxBytes);
    if (excess === undefined) return wire.value;
    throw new MemoError(
      `Cannot remember step "${key}" as its result must be at most ${maxBytes} bytes of JSON: current value is ${excess} bytes. Send large results as artifacts, or keep them elsewhere and remember where.`,
    );
  }
  throw new MemoError(
    `Cannot remember step "${key}" as its result must be JSON: current value is ${describeFault(result, wire)}`,
    { cause: wire.cause },
  );
}

const MAX_KEY_LENGTH = 256;

/** Checks the arguments of `task.step`, because programs without types pass anything. */
function checkCall(key: unknown, run: unknown): void {
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_LENGTH) {
    const shown = typeof key === 'string' ? `${key.length} characters` : typeof key;
    throw new TaskCallError(
      `Cannot do a step as its key must be a string of 1 to ${MAX_KEY_LENGTH} characters: current value is ${shown}`,
    );
  }
  if (typeof run !== 'function') {
    throw new TaskCallError(
      `Cannot do step "${key}" as what it does must be a function: current value is ${typeof run}`,
    );
  }
}

/** The steps of one run that are under way, for which a stop waits. */
export interface StepGate {
  /** Runs a step. Once the gate is closed, steps under way go on and no other begins. */
  pass<Result>(step: () => Promise<Result>): Promise<Result>;
  /**
   * Closes the gate: no step begins any more. Calls `onIdle` once none is under way, at once if so.
   */
  close(onIdle: () => void): void;
  /** Resolves when no step is under way. */
  whenIdle(): Promise<void>;
}

/** Options of {@link createStepGate}. */
interface StepGateOptions {
  /** Returns a promise that rejects with the reason once the run has ended. */
  readonly whenEnded: () => Promise<never>;
}

/**
 * Makes a gate. A step may charge a card or send a mail, so its result is kept also while the
 * process stops: the next run of the task finds it and goes on behind it.
 */
export function createStepGate({ whenEnded }: StepGateOptions): StepGate {
  let running = 0;
  let closed: (() => void) | undefined;
  let waiting: (() => void)[] = [];

  function leave(): void {
    running -= 1;
    if (running > 0) return;
    closed?.();
    for (const resolve of waiting) resolve();
    waiting = [];
  }

  return {
    async pass(step) {
      if (closed !== undefined) return whenEnded();
      running += 1;
      try {
        return await step();
      } finally {
        leave();
      }
    },
    close(onIdle) {
      closed = onIdle;
      if (running === 0) onIdle();
    },
    async whenIdle() {
      if (running === 0) return;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    },
  };
}

/**
 * The memos of one run: the remembered results of steps and questions, and how far the handler has
 * come.
 */
export interface Memos {
  /**
   * Moves on by one. Returns what is remembered of this place, or the place itself when the handler
   * is there for the first time.
   *
   * @throws MemoError when another key is remembered there
   */
  next(key: string): Memo | { readonly kind: 'new'; readonly position: number };
  /**
   * Called when the handler has returned: throws `MemoError` when more is remembered than it came
   * to.
   */
  checkEnd(): void;
}

/** Makes the memos of a run from those of earlier runs of the task. */
export function createMemos({ memos = [] }: Pick<TaskSnapshot, 'memos'>): Memos {
  let position = 0;
  return {
    next(key) {
      const memo = memos[position];
      position += 1;
      if (memo === undefined) return { kind: 'new', position: position - 1 };
      // A copy: the handler may do with it what it likes, and the next run must find it as it was.
      if (memo.key === key) return { ...memo, value: copyJson(memo.value) };
      throw new MemoError(
        `Cannot resume the task because its step ${position} was "${memo.key}" before and is "${key}" now. The code of the skill has changed, or its steps come in another order.`,
      );
    },
    checkEnd() {
      if (position >= memos.length) return;
      const left = memos.slice(position).find((memo) => memo !== undefined);
      throw new MemoError(
        `Cannot end the task because its handler came to ${position} of the ${memos.length} steps and questions that it came to before, and not to "${left?.key}". The code of the skill has changed.`,
      );
    },
  };
}
