import type { NewTaskEvent } from '../engine/task-event.ts';
import { MemoError, TaskCallError } from '../errors.ts';
import { findExcess } from './entry-size.ts';
import type { Memos } from './memos.ts';
import type { StepGate } from './step-gate.ts';
import { toShownFault, toWholeJson } from './to-wire-json.ts';

/** What {@link createStepper} works with. */
export interface StepperOptions {
  readonly memos: Memos;
  /** How large a result may be, in bytes of JSON. */
  readonly maxBytes: number;
  /** What a step waits for before it does anything: the task must outlive what is done for it. */
  readonly ready?: Promise<void> | undefined;
  /** Throws when the run has ended. */
  readonly checkOpen: () => void;
  readonly gate: StepGate;
  /** Stores what a step returned, also while the process stops. */
  readonly write: (event: NewTaskEvent) => Promise<void>;
}

const MAX_KEY_LENGTH = 256;

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
      const result = await run();
      const value = toStoredValue(key, result, maxBytes);
      await write({ kind: 'memo', position: memo.position, key: `step:${key}`, value });
      return value as Result;
    });
    // It is kept, but there is nothing to go on to in this process.
    checkOpen();
    return done;
  };
}

/** `undefined`, which JSON lacks, is stored as null: a step may be there for what it does. */
function toStoredValue(key: string, result: unknown, maxBytes: number): unknown {
  const wire = toWholeJson(result ?? null);
  if (wire.kind === 'json') {
    const excess = findExcess(wire.text, maxBytes);
    if (excess === undefined) return wire.value;
    throw new MemoError(
      `Cannot remember step "${key}" as its result must be at most ${maxBytes} bytes of JSON: current value is ${excess} bytes. Send large results as artifacts, or keep them elsewhere and remember where.`,
    );
  }
  throw new MemoError(
    `Cannot remember step "${key}" as its result must be JSON: current value is ${toShownFault(result, wire)}`,
    { cause: wire.cause },
  );
}

/** Programs without types call with anything. */
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
