import type { Agent, TaskLogger } from '@formwork/core';
import { type Lease, LeaseLostError, type TaskEngine } from '@formwork/runtime';
import { createRunner, WORK_HINT } from '@formwork/runtime/internal';
import { noteActivity } from './test-clock.ts';

/** The runner of a process, as the workspace makes it. */
type Runner = ReturnType<typeof createRunner>;

/** One process of a tested agent: a runner, and its view of the engine, which can be cut off. */
interface TestProcess {
  readonly runner: Runner;
  readonly leases: Map<string, Lease>;
  /** Resolves when the process dies. */
  readonly died: Promise<void>;
  readonly isDead: () => boolean;
  /** Makes every call of the engine under way, and every later one, wait until `bury`. */
  die(): void;
  /** Makes the process search for waiting tasks at once. */
  wake(): void;
  /** Rejects the calls of a dead process, those that wait included, so that its handlers end. */
  bury(): void;
}

/** The order of a fault after a number of writes of one task. */
export interface FaultOrder {
  /** `crash` lets the process die, `lost` gives the task to another process. */
  readonly kind: 'crash' | 'lost';
  readonly afterWrites: number;
  /** True once the fault has happened. */
  isDone: boolean;
}

/** Options of {@link createProcesses}. */
export interface ProcessesOptions {
  readonly agent: Agent;
  /** The engine that all processes share. */
  readonly engine: TaskEngine;
  readonly logger: TaskLogger;
  readonly settings: {
    readonly leaseMs?: number;
    readonly pollMs?: number;
    readonly maxAttempts?: number;
    readonly concurrency?: number;
  };
}

/** The processes of a tested agent. One runs new tasks; when it dies, another takes its tasks. */
export interface Processes {
  /** The runner for the request handler: that of the process that runs new tasks. */
  readonly runner: Runner;
  /** Orders a fault after a write of a task. */
  order(taskId: string, order: FaultOrder): void;
  /** Returns the number of writes that handlers have made to a task. */
  countWrites(taskId: string): number;
  /** Returns the number of times that the handler of a task was begun. */
  countRuns(taskId: string): number;
  /** Lets the process that runs a task die. Returns false if no process runs it. */
  crash(taskId: string): Promise<boolean>;
  /** Gives the lease of a task to another process. Returns false if no process runs the task. */
  loseLease(taskId: string): Promise<boolean>;
  stop(): Promise<void>;
}

function toKey({ taskId, epoch }: Lease): string {
  return `${taskId} ${epoch}`;
}

/** Starts the first process of an agent. */
export function createProcesses({ agent, engine, logger, settings }: ProcessesOptions): Processes {
  const orders = new Map<string, FaultOrder>();
  const writes = new Map<string, number>();
  const epochs = new Map<string, number>();
  const all: TestProcess[] = [];
  /** The leases that have run out as their processes see it, though no newer one exists yet. */
  const lost = new Set<string>();
  let current = start();

  function note(process: TestProcess, lease: Lease): void {
    process.leases.set(lease.taskId, lease);
    epochs.set(lease.taskId, lease.epoch);
  }

  function start(): TestProcess {
    const leases = new Map<string, Lease>();
    const hints = new Set<(taskId: string) => void>();
    const waiting = new Set<(error: Error) => void>();
    let isDead = false;
    let isBuried = false;
    let announceDeath: () => void = () => undefined;
    const died = new Promise<void>((resolve) => {
      announceDeath = resolve;
    });

    /** Waits as a call does whose process is gone: nobody gets its answer. */
    function hang(): Promise<never> {
      return new Promise((_resolve, reject) => {
        waiting.add(reject);
      });
    }

    /** Passes a call on to the engine; its answer is lost if the process dies meanwhile. */
    async function pass<Value>(call: () => Promise<Value>): Promise<Value> {
      noteActivity();
      if (isDead) return hang();
      const value = await call();
      return isDead ? hang() : value;
    }

    async function append(...[lease, events]: Parameters<TaskEngine['append']>): Promise<number> {
      const { taskId } = lease;
      const order = orders.get(taskId);
      if (!isDead && isDue(order, writes.get(taskId) ?? 0)) await breakDown(order, lease);
      return pass(async () => {
        if (isLost(lease)) throw new LeaseLostError(taskId, lease.epoch);
        const seq = await engine.append(lease, events);
        const count = (writes.get(taskId) ?? 0) + 1;
        writes.set(taskId, count);
        if (isDue(order, count)) await breakDown(order, lease);
        return seq;
      });
    }

    async function breakDown(order: FaultOrder, lease: Lease): Promise<void> {
      order.isDone = true;
      await (order.kind === 'crash' ? replace(process) : cutOff(process, lease));
    }

    const own: TaskEngine = {
      ...engine,
      append,
      get: (scope, taskId) => pass(() => engine.get(scope, taskId)),
      renew: (held, ttlMs) =>
        pass(async () => {
          const renewed = await engine.renew(held.filter(isHeld), ttlMs);
          const taskIds = held.filter(isLost).map(({ taskId }) => taskId);
          return { ...renewed, lost: [...renewed.lost, ...taskIds] };
        }),
      // The leases of a dead process are free already, so its runner has nothing to give back.
      release: (held, options) =>
        isBuried ? Promise.resolve() : pass(() => engine.release(held.filter(isHeld), options)),
      async claim(request, limit) {
        const claimed = await pass(async () => {
          const found = await engine.claim(request, limit);
          // If the process has died meanwhile, nobody else would free these leases.
          if (isDead) await release(found);
          return found;
        });
        for (const lease of claimed) note(process, lease);
        return claimed;
      },
      watch(hint) {
        hints.add(hint);
        const end = engine.watch(hint);
        return () => {
          hints.delete(hint);
          end();
        };
      },
    };
    const process: TestProcess = {
      runner: createRunner(own, agent, { logger, ...settings }),
      leases,
      died,
      isDead: () => isDead,
      die() {
        isDead = true;
        announceDeath();
      },
      wake() {
        for (const hint of hints) hint(WORK_HINT);
      },
      bury() {
        isBuried = true;
        for (const reject of waiting) reject(createBuriedError());
        waiting.clear();
      },
    };
    all.push(process);
    return process;
  }

  /** Lets a process die, and another one take its tasks. */
  async function replace(process: TestProcess): Promise<void> {
    process.die();
    if (process === current) current = start();
    await release([...process.leases.values()]);
  }

  /** Gives the task of a lease to another process, while the one that runs it goes on. */
  async function cutOff(process: TestProcess, lease: Lease): Promise<void> {
    if (process === current) current = start();
    await release([lease]);
    // In a real process, the next renewal of the lease finds that it is lost.
    await process.runner.notice(lease.taskId);
  }

  /** Lets leases run out; the attempts under them count. */
  async function release(leases: readonly Lease[]): Promise<void> {
    for (const lease of leases) lost.add(toKey(lease));
    await engine.renew(leases, 0);
    current.wake();
  }

  const isLost = (lease: Lease): boolean => lost.has(toKey(lease));
  const isHeld = (lease: Lease): boolean => !isLost(lease);

  /** Finds the process that holds the lease of a task, and the lease. */
  async function findHolder(
    taskId: string,
  ): Promise<{ readonly process: TestProcess; readonly lease: Lease } | undefined> {
    for (const process of all) {
      const lease = process.leases.get(taskId);
      if (lease === undefined || process.isDead() || isLost(lease)) continue;
      const renewed = await engine.renew([lease], settings.leaseMs ?? LEASE_MS);
      if (renewed.lost.length === 0) return { process, lease };
    }
    return undefined;
  }

  const runner: Runner = {
    admit(skillId, make) {
      const process = current;
      return process.runner.admit(skillId, (place) =>
        make(
          place && {
            claim: place.claim,
            async run(lease, early) {
              note(process, lease);
              // The process may have died while the task was written.
              if (process.isDead()) return release([lease]);
              await Promise.race([place.run(lease, early), process.died]);
            },
          },
        ),
      );
    },
    findFault: (taskId) => current.runner.findFault(taskId),
    async notice(taskId) {
      await Promise.all(
        all.filter((process) => !process.isDead()).map((process) => process.runner.notice(taskId)),
      );
    },
    stop: () => current.runner.stop(),
  };

  return {
    runner,
    order: (taskId, order) => orders.set(taskId, order),
    countWrites: (taskId) => writes.get(taskId) ?? 0,
    countRuns: (taskId) => epochs.get(taskId) ?? 0,
    async crash(taskId) {
      const holder = await findHolder(taskId);
      if (holder === undefined) return false;
      await replace(holder.process);
      return true;
    },
    async loseLease(taskId) {
      const holder = await findHolder(taskId);
      if (holder === undefined) return false;
      await cutOff(holder.process, holder.lease);
      return true;
    },
    async stop() {
      for (const process of all) if (process.isDead()) process.bury();
      await Promise.all(all.map((process) => process.runner.stop()));
    },
  };
}

/** Makes the error that the runner of a dead process gets when the test is over. */
function createBuriedError(): LeaseLostError {
  return new LeaseLostError('(its process has died)', 0);
}

/** The time that leases last in a runner without other settings, in milliseconds. */
const LEASE_MS = 12_000;

function isDue(order: FaultOrder | undefined, writes: number): order is FaultOrder {
  return order !== undefined && !order.isDone && order.afterWrites === writes;
}
