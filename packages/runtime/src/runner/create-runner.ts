import type { Agent } from '@formwork/core';
import { adaptLogger } from '@formwork/schema/options';
import { openTelemetry } from '@formwork/telemetry';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AgentVersions, toAgentVersions } from '../agent-versions.ts';
import { WORK_NOTICE } from '../engine/change-emitter.ts';
import { Debounce } from '../engine/debounce.ts';
import type { Lease, WorkRequest } from '../engine/lease.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { EngineStorageError } from '../errors.ts';
import { findStorageLog, type StorageLog } from '../service-log.ts';
import { ActiveRuns } from './active-runs.ts';
import { Claims, KeptReleases, releaseSoon } from './claims.ts';
import { DispatchedWork } from './dispatched-work.ts';
import { LeaseDeadline, readLeaseClock } from './lease-deadline.ts';
import { LeaseRenewal } from './lease-renewal.ts';
import { MissingSkills } from './missing-skills.ts';
import { OrphanedSteps } from './orphaned-steps.ts';
import type { RunOptions } from './run-options.ts';
import { RunStorageErrors } from './run-storage-errors.ts';
import { TaskRun } from './run.ts';
import {
  checkRunnerOptions,
  type Runner,
  type ReservedSlot,
  type RunnerSettings,
} from './runner-options.ts';
import { RunnerSlots } from './runner-slots.ts';
import { SkillSlots } from './skill-slots.ts';
import { Suspects } from './suspects.ts';
import { type RunStart, TakeOvers } from './take-overs.ts';
import { DEFAULT_MAX_ENTRY_BYTES } from './wire-json.ts';
import { WorkSearch } from './work-search.ts';

/** The longest time that stopping the runner may take, in milliseconds. */
const STOP_GRACE_MS = 5_000;
/** The time that running steps get before a stopping runner aborts handlers, in milliseconds. */
const STEP_GRACE_MS = 4_000;

/** The delay between a hint and a claim, in milliseconds: one claim serves many hints. */
const NOTICE_DELAY_MS = 50;
/** The time after a claim from which a hint causes another at once, in milliseconds. */
const WORK_DELAY_MS = 10;

/**
 * Makes a runner, which claims tasks from an engine and runs the agent's handlers: one run per
 * lease. It renews the lease during the run, and aborts the run when the lease is lost or the task
 * canceled.
 *
 * @throws RangeError or TypeError that names the option at fault
 */
export function createRunner(
  engine: TaskEngine,
  agent: Agent | AgentVersions,
  settings: RunnerSettings,
): Runner {
  const { telemetry = openTelemetry(), ...options } = settings;
  checkRunnerOptions(options);
  return new TaskRunner(engine, toAgentVersions(agent), { ...options, telemetry });
}

/** Work that is under way, such as claims and releases of leases, and that must end before a stop. */
class PendingWork {
  readonly #underWay = new Set<Promise<void>>();

  /** Adds work, and returns a promise that settles as it does. */
  add(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
    return tracked;
  }

  /** Resolves once no work is under way; rejects if some fails. */
  async whenNone(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}

/** The runner of a process. */
class TaskRunner implements Runner {
  /** The options that all runs have in common. */
  readonly #settings: Pick<
    RunOptions,
    'engine' | 'agents' | 'logger' | 'telemetry' | 'maxAttempts' | 'maxEntryBytes'
  >;
  readonly #leaseMs: number;
  readonly #pollMs: number;
  readonly #request: WorkRequest;
  /** The claims and releases of the engine. */
  readonly #source: KeptReleases;
  readonly #storage: StorageLog;
  readonly #faults: RunStorageErrors;
  readonly #missing: MissingSkills;
  readonly #orphanedSteps = new OrphanedSteps();
  readonly #arrivals = new PendingWork();
  readonly #runs: ActiveRuns;
  readonly #slots: RunnerSlots;
  readonly #dispatched: DispatchedWork | undefined;
  readonly #suspects: Suspects;
  readonly #renewal: LeaseRenewal;
  readonly #takeOvers: TakeOvers;
  readonly #search: WorkSearch;
  /** Reads changes by other processes after a delay: tasks to run, and cancellations of runs. */
  readonly #lookAround: Debounce;
  readonly #endWatch: () => void;
  readonly #renewTimer: NodeJS.Timeout;
  readonly #searchTimer: NodeJS.Timeout;

  constructor(engine: TaskEngine, agents: AgentVersions, options: RunnerSettings) {
    const { concurrency = 256, leaseMs = 12_000, dispatcher, maxAttempts = 5 } = options;
    const { pollMs = dispatcher === undefined ? 1_000 : 10_000 } = options;
    const { maxEntryBytes = DEFAULT_MAX_ENTRY_BYTES, worker = String(process.pid) } = options;
    const logger = adaptLogger(options.logger);
    const { telemetry } = options;
    this.#settings = { engine, agents, logger, telemetry, maxAttempts, maxEntryBytes };
    this.#leaseMs = leaseMs;
    this.#pollMs = pollMs;
    this.#request = { worker, ttlMs: leaseMs, suspects: 'none' };
    this.#source = new KeptReleases(engine);
    this.#storage = findStorageLog(engine, logger);
    this.#faults = new RunStorageErrors(leaseMs);
    this.#missing = new MissingSkills(logger);
    this.#runs = new ActiveRuns({ logger, onFree: (skillId) => this.#freePlace(skillId) });
    this.#slots = new RunnerSlots({
      concurrency,
      runs: this.#runs,
      skills: new SkillSlots(() => agents.current()),
      isDispatched: dispatcher !== undefined,
      isQueueWaiting: () => this.#dispatched?.isWaitedFor() === true,
    });
    const slots = {
      reserve: () => this.#slots.reserve(),
      giveUp: () => this.#giveUp(),
    };
    this.#dispatched =
      dispatcher &&
      new DispatchedWork({
        ...slots,
        dispatcher,
        engine,
        source: this.#source,
        logger,
        request: this.#request,
        concurrency,
        isFull: (skillId) => this.#slots.skills.isFull(skillId),
        take: (lease, sentAt) => void this.#take(lease, { sentAt }),
        onSuspect: () => void this.#lookForSuspects(),
      });
    this.#suspects = new Suspects({
      ...slots,
      engine: this.#source,
      storage: this.#storage,
      logger,
      toRequest: () => this.#toRequest(),
      maxAttempts,
      take: (lease, sentAt) => this.#take(lease, { sentAt, isSuspect: true }),
    });
    this.#renewal = new LeaseRenewal({
      engine,
      leaseMs,
      runs: this.#runs,
      storage: this.#storage,
      guard: (lease) => this.#dispatched?.guard(lease),
    });
    this.#takeOvers = new TakeOvers({
      logger,
      leaseMs,
      source: this.#source,
      slots: this.#slots,
      runs: this.#runs,
      begin: (lease, beginning) => this.#begin(lease, beginning),
      enqueue: (lease) => this.#dispatched?.enqueue(lease),
      onUnused: () => this.#dispatched?.wake(),
    });
    this.#search = new WorkSearch({
      claims: new Claims(this.#source),
      slots: this.#slots,
      runs: this.#runs,
      renewal: this.#renewal,
      faults: this.#faults,
      storage: this.#storage,
      toRequest: () => this.#toRequest(),
      take: (lease, sentAt) => void this.#take(lease, { sentAt }),
      onClaimed: () => {
        if (this.#suspects.isAwaiting()) void this.#lookForSuspects();
        this.#dispatched?.wake(this.#slots.countFree());
      },
    });
    this.#lookAround = new Debounce(() => {
      this.#lookForWork();
      void this.#renewal.renewAll();
    }, NOTICE_DELAY_MS);
    this.#endWatch = engine.watch((taskId) => this.#onHint(taskId));
    this.#renewTimer = setInterval(() => void this.#renewal.renewAll(), leaseMs / 3).unref();
    this.#searchTimer = setInterval(() => {
      void this.#pull();
      void this.#lookForSuspects();
    }, pollMs).unref();
  }

  async admit<Result extends { readonly taskId: string }>(
    skillId: string | undefined,
    make: (reservation: ReservedSlot | undefined) => Promise<Result>,
  ): Promise<Result> {
    if (this.#slots.takeNext(skillId)) return this.#admitToPlace(skillId, make);
    const result = await this.#slots.queue(() => make(undefined));
    this.#lookFor(result.taskId, skillId);
    return result;
  }

  findFault(taskId: string): EngineStorageError | undefined {
    return this.#faults.find(taskId, () => this.#runs.isRunning(taskId));
  }

  async notice(taskId: string): Promise<void> {
    const run = [...this.#runs].findLast(({ lease }) => lease.taskId === taskId);
    if (run !== undefined) await this.#renewal.renew(run);
  }

  async stop(): Promise<void> {
    this.#slots.close();
    clearInterval(this.#searchTimer);
    this.#lookAround.cancel();
    this.#endWatch();
    const [leaving, runs] = [this.#dispatched?.stop(), [...this.#runs]];
    const grace = new AbortController();
    const hurry = setTimeout(() => {
      for (const run of runs) run.abandon('stopping');
    }, STEP_GRACE_MS);
    await Promise.race([
      Promise.all([
        leaving,
        this.#arrivals.whenNone(),
        this.#orphanedSteps.whenIdle(),
        ...runs.map((run) => run.drain()),
      ]),
      sleep(STOP_GRACE_MS, undefined, { signal: grace.signal }).catch(() => undefined),
    ]);
    grace.abort();
    clearTimeout(hurry);
    // Leases are renewed until now, because results of steps are stored only under a lease.
    clearInterval(this.#renewTimer);
    // Unfinished tasks are given back to other processes at once, and the attempt does not count.
    await releaseSoon({ engine: this.#source, storage: this.#storage }, runs);
    await Promise.all(runs.map(async ({ lease }) => this.#dispatched?.enqueue(lease)));
  }

  async #admitToPlace<Result>(
    skillId: string | undefined,
    make: (reservation: ReservedSlot) => Promise<Result>,
  ): Promise<Result> {
    const { worker, ttlMs } = this.#request;
    const madeAt = readLeaseClock();
    // Whether the task runs is known only to the place.
    const use = { isUsed: false };
    try {
      return await make({
        claim: { worker, ttlMs },
        run: (lease, early) => {
          use.isUsed = true;
          // An early start comes before the write, and its lease lasts from then on.
          const sentAt = early === undefined ? madeAt : readLeaseClock();
          return this.#begin(lease, { sentAt, early, parent: this.#settings.telemetry?.active() });
        },
      });
    } finally {
      if (!use.isUsed) {
        this.#slots.release();
        this.#freePlace(skillId);
      }
    }
  }

  #giveUp(): void {
    this.#slots.release();
    // A task, or a claim, may have found no place because this one was reserved.
    void this.#offerPlace(this.#search.isMissed);
  }

  #freePlace(skillId: string | undefined): void {
    void this.#offerPlace(this.#slots.skills.free(skillId), skillId);
  }

  /** Offers a place that has come free: to suspects, then, if it may be wanted, to other tasks. */
  async #offerPlace(isWanted: boolean, skillId?: string): Promise<void> {
    if (this.#suspects.isAwaiting(skillId)) await this.#lookForSuspects();
    this.#dispatched?.wake();
    if (this.#slots.isWaitedFor || isWanted) await this.#pull();
  }

  #toRequest(): WorkRequest {
    const skillLimits = this.#slots.skills.toLimits();
    return skillLimits ? { ...this.#request, skillLimits } : this.#request;
  }

  /**
   * Sees to it that a waiting task that was just written is run: gives it to the dispatcher, or
   * claims tasks again, because places may have become free meanwhile.
   */
  #lookFor(taskId: string, skillId: string | undefined): void {
    if (this.#dispatched !== undefined) return void this.#dispatched.enqueue({ taskId, skillId });
    if (this.#slots.skills.isFull(skillId)) return;
    this.#slots.expectWaiting();
    void this.#pull();
  }

  #onHint(taskId: string): void {
    if (taskId === WORK_NOTICE && this.#search.readAge() > WORK_DELAY_MS) this.#lookForWork();
    else if (taskId === '*' || taskId === WORK_NOTICE) this.#lookAround.call();
  }

  #lookForWork(): void {
    if (this.#dispatched === undefined) void this.#pull();
  }

  #lookForSuspects(): Promise<void> {
    return this.#arrivals.add(this.#suspects.look());
  }

  /** Claims tasks that began to wait while every place was taken, or that another runner left. */
  async #pull(): Promise<void> {
    const search = this.#search.begin();
    if (search !== undefined) await this.#arrivals.add(search);
  }

  /** Runs a claimed task in the place that was reserved for it; resolves when the run is over. */
  #take(lease: Lease, beginning: RunStart): Promise<void> {
    return this.#arrivals.add(this.#takeOvers.take(lease, beginning));
  }

  /** Starts the run of a leased task in the place that was reserved for it. */
  #begin(lease: Lease, beginning: RunStart): Promise<void> {
    this.#slots.release();
    if (this.#slots.isClosed) {
      this.#slots.skills.free(lease.skillId);
      return this.#arrivals.add(this.#takeOvers.giveBack(lease, beginning));
    }
    this.#faults.forget(lease.taskId);
    return new Promise((resolve) => {
      this.#runs.hold(this.#createRun(lease, beginning, resolve), resolve);
    });
  }

  #createRun(lease: Lease, { sentAt, early, parent }: RunStart, onSettled: () => void): TaskRun {
    return new TaskRun({
      ...this.#settings,
      faults: this.#faults,
      orphanedSteps: this.#orphanedSteps,
      source: this.#source,
      parent,
      lease,
      early,
      deadline: new LeaseDeadline(this.#leaseMs, sentAt),
      onOverdue: (run) => this.#renewal.renew(run),
      onSettled,
      // The caller need not wait for a handler that ignores its signal.
      onLinger: (run, end) => {
        this.#runs.letGo(run, end);
        onSettled();
      },
      onFault: (error) => {
        if (!this.#runs.isRunning(lease.taskId, lease.epoch)) {
          this.#faults.note(lease.taskId, error);
        }
        onSettled();
      },
      onRetry: (delayMs) => this.#tryAgain(lease, delayMs),
      onMissingSkill: (leased) => this.#missing.note(leased),
    });
  }

  /**
   * Queues a task for its next attempt, or claims tasks when that is due: 5 ms later than needed,
   * because clocks may differ.
   */
  #tryAgain(lease: Lease, delayMs: number): void {
    if (this.#dispatched !== undefined) return void this.#dispatched.enqueue(lease, delayMs + 5);
    setTimeout(() => void this.#pull(), Math.min(delayMs + 5, this.#pollMs)).unref();
  }
}
