import type { Agent, TaskLogger } from '@formwork/core';
import { type Lease, LeaseLostError, type TaskEngine } from '@formwork/runtime';
import { createRunner, WORK_NOTICE } from '@formwork/runtime/internal';
import { noteActivity } from './test-clock.ts';

/** The runner of a process, as the workspace makes it. */
type Runner = ReturnType<typeof createRunner>;

/** The order of a fault after a number of writes of one task. */
export interface FaultOrder {
  /** `crash` lets the process die, `lost` gives the task to another process. */
  readonly kind: 'crash' | 'lost';
  readonly afterWrites: number;
  /** True once the fault has happened. */
  isDone: boolean;
}

/** Options of {@link Processes}. */
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

/** The state that the processes of an agent share: the orders of faults, counts, and the leases that are lost. */
class SharedTaskState {
  readonly #orders = new Map<string, FaultOrder>();
  readonly #writes = new Map<string, number>();
  readonly #epochs = new Map<string, number>();
  /** The leases that have run out as their processes see it, though no newer one exists yet. */
  readonly #lost = new Set<string>();

  order(taskId: string, order: FaultOrder): void {
    this.#orders.set(taskId, order);
  }

  /** Returns the fault that is to happen now, after so many writes of the task. */
  findDue(taskId: string): FaultOrder | undefined {
    const order = this.#orders.get(taskId);
    const isDue =
      order !== undefined && !order.isDone && order.afterWrites === this.countWrites(taskId);
    return isDue ? order : undefined;
  }

  noteWrite(taskId: string): void {
    this.#writes.set(taskId, this.countWrites(taskId) + 1);
  }

  countWrites(taskId: string): number {
    return this.#writes.get(taskId) ?? 0;
  }

  noteRun({ taskId, epoch }: Lease): void {
    this.#epochs.set(taskId, epoch);
  }

  countRuns(taskId: string): number {
    return this.#epochs.get(taskId) ?? 0;
  }

  lose({ taskId, epoch }: Lease): void {
    this.#lost.add(`${taskId} ${epoch}`);
  }

  isLost({ taskId, epoch }: Lease): boolean {
    return this.#lost.has(`${taskId} ${epoch}`);
  }
}

/** The parts of {@link Processes} that one process uses. */
interface ProcessHost {
  readonly taskState: SharedTaskState;
  /** Lets a fault happen that is due while a process runs a task. */
  breakDown(process: TestProcess, order: FaultOrder, lease: Lease): Promise<void>;
  /** Lets leases run out; the attempts under them count. */
  release(leases: readonly Lease[]): Promise<void>;
}

/** One process of a tested agent: a runner, and its view of the engine, which can be cut off. */
class TestProcess {
  readonly runner: Runner;
  /** Resolves when the process dies. */
  readonly died: Promise<void>;
  readonly leases = new Map<string, Lease>();
  readonly #engine: TaskEngine;
  readonly #host: ProcessHost;
  readonly #hints = new Set<(taskId: string) => void>();
  /** The calls of the engine that wait until the process is buried. */
  readonly #hanging = new Set<(error: Error) => void>();
  #announceDeath: () => void = () => undefined;
  #isDead = false;
  #isBuried = false;

  constructor({ agent, engine, logger, settings }: ProcessesOptions, host: ProcessHost) {
    this.#engine = engine;
    this.#host = host;
    this.died = new Promise((resolve) => {
      this.#announceDeath = resolve;
    });
    this.runner = createRunner(this.#createView(), agent, { logger, ...settings });
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  note(lease: Lease): void {
    this.leases.set(lease.taskId, lease);
    this.#host.taskState.noteRun(lease);
  }

  /** Makes every call of the engine under way, and every later one, wait until `bury`. */
  die(): void {
    this.#isDead = true;
    this.#announceDeath();
  }

  /** Makes the process search for waiting tasks at once. */
  wake(): void {
    for (const hint of this.#hints) hint(WORK_NOTICE);
  }

  /** Rejects the calls of a dead process, those that wait included, so that its handlers end. */
  bury(): void {
    this.#isBuried = true;
    for (const reject of this.#hanging) reject(createBuriedError());
    this.#hanging.clear();
  }

  /** Makes the engine as this process sees it. */
  #createView(): TaskEngine {
    const engine = this.#engine;
    const { taskState } = this.#host;
    const isHeld = (lease: Lease): boolean => !taskState.isLost(lease);
    return {
      ...engine,
      append: (lease, events) => this.#append(lease, events),
      get: (scope, taskId) => this.#pass(() => engine.get(scope, taskId)),
      renew: (leases, ttlMs) =>
        this.#pass(async () => {
          const renewed = await engine.renew(leases.filter(isHeld), ttlMs);
          const taskIds = leases
            .filter((lease) => taskState.isLost(lease))
            .map(({ taskId }) => taskId);
          return { ...renewed, lost: [...renewed.lost, ...taskIds] };
        }),
      // The leases of a dead process are free already, so its runner has nothing to give back.
      release: (leases, options) =>
        this.#isBuried
          ? Promise.resolve()
          : this.#pass(() => engine.release(leases.filter(isHeld), options)),
      claim: (request, limit) => this.#claim(request, limit),
      watch: (hint) => this.#watch(hint),
    };
  }

  /** Waits as a call does whose process is gone: its answer never comes. */
  #hang(): Promise<never> {
    return new Promise((_resolve, reject) => {
      this.#hanging.add(reject);
    });
  }

  /** Passes a call on to the engine; its answer is lost if the process dies meanwhile. */
  async #pass<Value>(call: () => Promise<Value>): Promise<Value> {
    noteActivity();
    if (this.#isDead) return this.#hang();
    const value = await call();
    return this.#isDead ? this.#hang() : value;
  }

  async #append(...[lease, events]: Parameters<TaskEngine['append']>): Promise<number> {
    const { taskId, epoch } = lease;
    if (!this.#isDead) await this.#breakDownIfDue(lease);
    return this.#pass(async () => {
      const { taskState } = this.#host;
      if (taskState.isLost(lease)) throw new LeaseLostError(taskId, epoch);
      const seq = await this.#engine.append(lease, events);
      taskState.noteWrite(taskId);
      await this.#breakDownIfDue(lease);
      return seq;
    });
  }

  async #breakDownIfDue(lease: Lease): Promise<void> {
    const order = this.#host.taskState.findDue(lease.taskId);
    if (order === undefined) return;
    order.isDone = true;
    await this.#host.breakDown(this, order, lease);
  }

  async #claim(...[request, limit]: Parameters<TaskEngine['claim']>): Promise<readonly Lease[]> {
    const leases = await this.#pass(async () => {
      const claimed = await this.#engine.claim(request, limit);
      // If the process has died meanwhile, its runner never frees these leases.
      if (this.#isDead) await this.#host.release(claimed);
      return claimed;
    });
    for (const lease of leases) this.note(lease);
    return leases;
  }

  #watch(hint: (taskId: string) => void): () => void {
    this.#hints.add(hint);
    const end = this.#engine.watch(hint);
    return () => {
      this.#hints.delete(hint);
      end();
    };
  }
}

/** The processes of a tested agent. One runs new tasks; when it dies, another takes its tasks. */
export class Processes {
  /** The runner for the request handler: that of the process that runs new tasks. */
  readonly runner: Runner;
  readonly #options: ProcessesOptions;
  readonly #taskState = new SharedTaskState();
  readonly #all: TestProcess[] = [];
  /** The process that runs new tasks. */
  #current: TestProcess;

  /** Starts the first process of an agent. */
  constructor(options: ProcessesOptions) {
    this.#options = options;
    this.#current = this.#start();
    this.runner = this.#createRunner();
  }

  /** Orders a fault after a write of a task. */
  order(taskId: string, order: FaultOrder): void {
    this.#taskState.order(taskId, order);
  }

  /** Returns the number of writes that handlers have made to a task. */
  countWrites(taskId: string): number {
    return this.#taskState.countWrites(taskId);
  }

  /** Returns the number of times that the handler of a task was begun. */
  countRuns(taskId: string): number {
    return this.#taskState.countRuns(taskId);
  }

  /** Lets the process that runs a task die. Returns false if no process runs it. */
  async crash(taskId: string): Promise<boolean> {
    const holder = await this.#findHolder(taskId);
    if (holder === undefined) return false;
    await this.#replace(holder.process);
    return true;
  }

  /** Gives the lease of a task to another process. Returns false if no process runs the task. */
  async loseLease(taskId: string): Promise<boolean> {
    const holder = await this.#findHolder(taskId);
    if (holder === undefined) return false;
    await this.#cutOff(holder.process, holder.lease);
    return true;
  }

  async stop(): Promise<void> {
    for (const process of this.#all) if (process.isDead) process.bury();
    await Promise.all(this.#all.map((process) => process.runner.stop()));
  }

  #start(): TestProcess {
    const process = new TestProcess(this.#options, {
      taskState: this.#taskState,
      breakDown: (broken, order, lease) =>
        order.kind === 'crash' ? this.#replace(broken) : this.#cutOff(broken, lease),
      release: (leases) => this.#release(leases),
    });
    this.#all.push(process);
    return process;
  }

  /** Lets a process die, and another one take its tasks. */
  async #replace(process: TestProcess): Promise<void> {
    process.die();
    if (process === this.#current) this.#current = this.#start();
    await this.#release([...process.leases.values()]);
  }

  /** Gives the task of a lease to another process, while the one that runs it goes on. */
  async #cutOff(process: TestProcess, lease: Lease): Promise<void> {
    if (process === this.#current) this.#current = this.#start();
    await this.#release([lease]);
    // In a real process, the next renewal of the lease finds that it is lost.
    await process.runner.notice(lease.taskId);
  }

  async #release(leases: readonly Lease[]): Promise<void> {
    for (const lease of leases) this.#taskState.lose(lease);
    await this.#options.engine.renew(leases, 0);
    this.#current.wake();
  }

  /** Finds the process that holds the lease of a task, and the lease. */
  async #findHolder(
    taskId: string,
  ): Promise<{ readonly process: TestProcess; readonly lease: Lease } | undefined> {
    const { engine, settings } = this.#options;
    for (const process of this.#all) {
      const lease = process.leases.get(taskId);
      if (lease === undefined || process.isDead || this.#taskState.isLost(lease)) continue;
      const renewed = await engine.renew([lease], settings.leaseMs ?? LEASE_MS);
      if (renewed.lost.length === 0) return { process, lease };
    }
    return undefined;
  }

  #createRunner(): Runner {
    return {
      admit: (skillId, make) => {
        const process = this.#current;
        return process.runner.admit(skillId, (admission) =>
          make(
            admission && {
              claim: admission.claim,
              run: async (lease, early) => {
                process.note(lease);
                // The process may have died while the task was written.
                if (process.isDead) return this.#release([lease]);
                await Promise.race([admission.run(lease, early), process.died]);
              },
            },
          ),
        );
      },
      findFault: (taskId) => this.#current.runner.findFault(taskId),
      notice: async (taskId) => {
        const living = this.#all.filter((process) => !process.isDead);
        await Promise.all(living.map((process) => process.runner.notice(taskId)));
      },
      stop: () => this.#current.runner.stop(),
    };
  }
}

/** Makes the error that the runner of a dead process gets when the test is over. */
function createBuriedError(): LeaseLostError {
  return new LeaseLostError('(its process has died)', 0);
}

/** The time that leases last in a runner without other settings, in milliseconds. */
const LEASE_MS = 12_000;
