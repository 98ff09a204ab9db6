import { createPostgresEngine } from '@formwork/postgres';
import type { TaskEngine } from '@formwork/runtime';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Lane } from './lane.ts';

/**
 * Opens a lane of two engines that use one schema of the database at a URL in turn; their clock is
 * `now`.
 */
export function openPostgresLane(url: string, now: () => number): Lane {
  const schema = `formwork_${randomUUID().replaceAll('-', '')}`;
  const keeper = new pg.Client(url);
  let clockAt: number | undefined;
  let last: Promise<unknown> = keeper.connect();
  let engines = openEngines();

  function openEngines(): TaskEngine[] {
    return [1, 2].map(() => withClock(createPostgresEngine({ url, schema, poolSize: 4 })));
  }

  /**
   * Wraps an engine so that the schema's clock shows the test's time during each call. Calls run
   * one after the other, because calls on several connections could take effect in any order.
   */
  function withClock(engine: TaskEngine): TaskEngine {
    return new Proxy(engine, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function' || name === 'close' || name === 'watch') return value;
        const method = value as (...args: readonly unknown[]) => Promise<unknown>;
        return (...args: readonly unknown[]) => {
          const called = last.then(async () => {
            await setClock(target);
            return method(...args);
          });
          last = called.catch(() => undefined);
          return called;
        };
      },
    });
  }

  async function setClock(engine: TaskEngine): Promise<void> {
    const time = now();
    if (clockAt === time) return;
    // The first call creates the tables.
    if (clockAt === undefined) await engine.countStates();
    clockAt = time;
    await keeper.query(
      `create or replace function ${schema}.now_ms() returns bigint language sql volatile
        as 'select ${time}::bigint'`,
    );
  }

  async function closeAll(): Promise<void> {
    for (const engine of engines) await engine.close();
  }

  return {
    name: 'PostgreSQL',
    next() {
      engines.reverse();
      const [engine] = engines;
      if (engine === undefined) throw new TypeError('A schema has two engines.');
      return engine;
    },
    async reopen() {
      await closeAll();
      engines = openEngines();
    },
    async close() {
      await closeAll();
      await last;
      await keeper.query(`drop schema if exists ${schema} cascade`);
      await keeper.end();
    },
  };
}
