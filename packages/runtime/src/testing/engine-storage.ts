import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { TaskEngine } from '../engine/task-engine.ts';

/** A task engine to test, on an empty storage that no other test uses. */
export interface EngineStorage {
  readonly engine: TaskEngine;
  /**
   * Moves the clock of the engine forward by at least the given milliseconds. Default: waits that
   * long.
   */
  advance?(milliseconds: number): Promise<void>;
  /** Another instance over the same storage, as another process would have. Default: `engine`. */
  another?(): Promise<TaskEngine>;
  /** Closes every instance and removes the storage. Called once, after the test. */
  close(): Promise<void>;
}

/** A kind of task engine, which {@link describeTaskEngine} tests. */
export interface EngineUnderTest {
  /**
   * Opens an engine over an empty storage; MUST give an empty one every time. Called once per test.
   */
  open(): Promise<EngineStorage>;
}

/** The engines that one test of the engine contract uses, and the means to move their clock. */
export interface OpenedEngine {
  readonly engine: TaskEngine;
  /**
   * A second engine over the same storage if the kind of engine allows one, else `engine` itself.
   */
  readonly other: TaskEngine;
  /** True if `other` is a second engine; false if it is `engine` itself. */
  readonly isShared: boolean;
  readonly advance: (milliseconds: number) => Promise<void>;
}

/**
 * Opens the engines for the current test over an empty storage, and closes them when the test is
 * over.
 */
export async function openEngine(subject: EngineUnderTest): Promise<OpenedEngine> {
  const storage = await subject.open();
  onTestFinished(async () => {
    await storage.close();
  });
  const { engine } = storage;
  const other = (await storage.another?.()) ?? engine;
  return {
    engine,
    other,
    isShared: other !== engine,
    async advance(milliseconds) {
      // Real time: an engine that takes no clock goes by that of its machine.
      await (storage.advance?.(milliseconds) ?? sleep(milliseconds));
    },
  };
}
