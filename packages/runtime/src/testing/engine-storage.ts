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
  /**
   * Opens a storage that only one engine uses, without `another`: the tests that use a second
   * engine run once more with it. Default: they run once, as `open` says.
   */
  readonly openAlone?: () => Promise<EngineStorage>;
}

/** The engine that one test of the engine contract uses, and the means to move its clock. */
export interface OpenedEngine {
  readonly engine: TaskEngine;
  readonly advance: (milliseconds: number) => Promise<void>;
}

/** The engines of a test that uses two. */
export interface OpenedEngines extends OpenedEngine {
  /**
   * A second engine over the same storage if the kind of engine allows one, else `engine` itself.
   */
  readonly other: TaskEngine;
  /** True if `other` is a second engine; false if it is `engine` itself. */
  readonly isShared: boolean;
}

/** Opens an engine for the current test over an empty storage, and closes it after the test. */
export async function openEngine(subject: EngineUnderTest): Promise<OpenedEngine> {
  return toOpened(await openStorage(subject));
}

/** Opens two engines for the current test over an empty storage, and closes them after the test. */
export async function openEngines(subject: EngineUnderTest): Promise<OpenedEngines> {
  const storage = await openStorage(subject);
  const { engine } = storage;
  const other = (await storage.another?.()) ?? engine;
  return { ...toOpened(storage), other, isShared: other !== engine };
}

/**
 * Lists the ways to run a test that uses a second engine. Other tests run once, because a second
 * engine that does nothing would change nothing.
 */
export function toWays(subject: EngineUnderTest): readonly EngineUnderTest[] {
  const { openAlone } = subject;
  return openAlone === undefined ? [subject] : [subject, { open: openAlone }];
}

/** Pairs each case of a test that uses a second engine with each way to run it. */
export function crossWays<Case>(
  subject: EngineUnderTest,
  cases: readonly Case[],
): (readonly [Case, EngineUnderTest])[] {
  return cases.flatMap((one) => toWays(subject).map((way) => [one, way] as const));
}

async function openStorage(subject: EngineUnderTest): Promise<EngineStorage> {
  const storage = await subject.open();
  onTestFinished(async () => {
    await storage.close();
  });
  return storage;
}

function toOpened(storage: EngineStorage): OpenedEngine {
  return {
    engine: storage.engine,
    async advance(milliseconds) {
      // Real time: an engine that takes no clock goes by that of its machine.
      await (storage.advance?.(milliseconds) ?? sleep(milliseconds));
    },
  };
}
