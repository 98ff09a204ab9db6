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
  /**
   * True sends the calls of each test to `engine` and to `another` in turn, so that a test fails if
   * anything depends on what one process remembers. Default false. Needs `another`.
   */
  readonly inTurns?: boolean;
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
  if (subject.inTurns !== true) return storage;
  const second = await storage.another?.();
  if (second === undefined) {
    throw new TypeError('Cannot test engines in turns because the storage must open another one');
  }
  return { ...storage, engine: takeTurns(storage.engine, second) };
}

/**
 * Makes an engine whose calls go to one engine and to the other in turn. Only the process that
 * makes a task knows the lease that it gave before the task was written, so events under that lease
 * go to the same engine until then.
 */
function takeTurns(first: TaskEngine, second: TaskEngine): TaskEngine {
  const makers = new Map<string, TaskEngine>();
  let engine = second;
  function turn(): TaskEngine {
    engine = engine === first ? second : first;
    return engine;
  }
  const special: Pick<TaskEngine, 'create' | 'append' | 'close'> = {
    async create(task, claim) {
      const maker = turn();
      makers.set(task.id, maker);
      return maker.create(task, claim).finally(() => makers.delete(task.id));
    },
    append: (lease, events) => (makers.get(lease.taskId) ?? turn()).append(lease, events),
    async close() {
      await Promise.all([first.close(), second.close()]);
    },
  };
  return new Proxy(first, {
    get(target, name) {
      const member: unknown = Reflect.get(Object.hasOwn(special, name) ? special : target, name);
      if (typeof member !== 'function' || Object.hasOwn(special, name)) return member;
      return (...values: unknown[]): unknown => {
        const one = turn();
        return Reflect.apply(Reflect.get(one, name) as typeof member, one, values);
      };
    },
  });
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
