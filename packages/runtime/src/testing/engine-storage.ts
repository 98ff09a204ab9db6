import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { TaskEngine } from '../engine/task-engine.ts';

/** An engine to test, over a storage of its own. */
export interface EngineStorage {
  readonly engine: TaskEngine;
  /** Makes the engine's clock go forward by at least that much. Default: waits for it. */
  advance?(milliseconds: number): Promise<void>;
  /** Another instance over the same storage, as another process would have. Default: `engine`. */
  another?(): Promise<TaskEngine>;
  /** Closes every instance and removes the storage. Called once, after the test. */
  close(): Promise<void>;
}

/** Makes what {@link describeTaskEngine} tests. */
export interface EngineUnderTest {
  /** MUST give an empty storage every time. Called once per test. */
  open(): Promise<EngineStorage>;
}

/** Opened for one test of the contract. */
export interface OpenedEngine {
  readonly engine: TaskEngine;
  /** Another instance where there can be one, else `engine` itself. */
  readonly other: TaskEngine;
  /** False when `other` is `engine`. */
  readonly isShared: boolean;
  readonly advance: (milliseconds: number) => Promise<void>;
}

/** Opens an empty storage and closes it when the current test is over. */
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
      await (storage.advance?.(milliseconds) ?? sleep(milliseconds));
    },
  };
}
