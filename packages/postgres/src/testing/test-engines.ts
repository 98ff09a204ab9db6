import type { TaskEngine } from '@formwork/runtime';

/** A database schema for one test, with a clock that stands still until the test advances it. */
export interface TestSchema {
  /** The options by which an engine uses this database schema. */
  readonly settings: { readonly url: string; readonly schema: string };
  /** Moves the clock of this database schema forward by the given milliseconds. */
  advance(milliseconds: number): Promise<void>;
  /** Empties the tables for another test, and sets the clock back. */
  empty(): Promise<void>;
  /** Gives the schema back; its tables are emptied for another test. */
  drop(): Promise<void>;
}

/** Engines on emptied tables for one test, whose clock stands still until the test moves it. */
interface LentEngines {
  readonly engine: TaskEngine;
  /** Lends another engine on the same tables. */
  another(): Promise<TaskEngine>;
  advance(milliseconds: number): Promise<void>;
  /** Gives the engines back. */
  close(): Promise<void>;
}

/**
 * Lends engines to tests, one test after another. An engine that a test has not closed serves the
 * next one, on emptied tables: a new one would connect again and plan every statement again, which
 * takes PostgreSQL far longer than most tests.
 */
export interface EngineShelf {
  lend(): Promise<LentEngines>;
  /** Closes the engines that no test uses now. */
  close(): Promise<void>;
}

/** Engines on one schema, in the order in which tests ask for them. */
interface ShelvedEngines {
  readonly place: TestSchema;
  readonly engines: TaskEngine[];
}

/** Makes a shelf of the engines that `create` makes on a schema. */
export function createEngineShelf(
  createPlace: () => Promise<TestSchema>,
  create: (schema: string) => TaskEngine,
): EngineShelf {
  const unused: ShelvedEngines[] = [];

  async function makeEngines(): Promise<ShelvedEngines> {
    return { place: await createPlace(), engines: [] };
  }

  return {
    async lend() {
      const { place, engines } = unused.pop() ?? (await makeEngines());
      const closed = new WeakSet<TaskEngine>();
      const pending = new Set<Promise<unknown>>();
      let lent = 0;
      function lendOne(): TaskEngine {
        const engine = engines[lent] ?? create(place.settings.schema);
        engines[lent] = engine;
        lent += 1;
        return {
          ...track(engine, pending),
          async close() {
            closed.add(engine);
            await engine.close();
          },
        };
      }
      return {
        engine: lendOne(),
        another: async () => lendOne(),
        advance: (milliseconds) => place.advance(milliseconds),
        async close() {
          // A listener may have called an engine that the test did not wait for.
          await Promise.allSettled(pending);
          await place.empty();
          unused.push({ place, engines: engines.filter((engine) => !closed.has(engine)) });
        },
      };
    },
    async close() {
      const engines = unused.splice(0).flatMap((shelved) => shelved.engines);
      await Promise.all(engines.map((engine) => engine.close()));
    },
  };
}

/** Returns an engine that keeps the promises of its calls in a set. */
function track(engine: TaskEngine, pending: Set<Promise<unknown>>): TaskEngine {
  return new Proxy(engine, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]): unknown => {
        const answer: unknown = Reflect.apply(member, target, values);
        if (answer instanceof Promise) pending.add(answer);
        return answer;
      };
    },
  });
}
