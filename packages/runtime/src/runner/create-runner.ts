import type { Agent } from '@formwork/core';
import { adaptLogger } from '@formwork/schema/internal';
import { openTelemetry, type TraceContext } from '@formwork/telemetry';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AgentVersions, toAgentVersions } from '../agent-versions.ts';
import type { ClaimRequest, Lease, WorkRequest } from '../engine/lease.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { findStorageLog, toStorageText } from '../service-log.ts';
import { createDispatchedWork } from './dispatched-work.ts';
import { checkRunnerOptions, type Runner, type RunnerSettings } from './runner-options.ts';
import { createBreather, createDebounce, WORK_HINT } from '../engine/hints.ts';
import { DEFAULT_MAX_ENTRY_BYTES } from './wire-json.ts';
import { Claims, keepReleases, releaseSoon } from './claims.ts';
import { createHeldRuns } from './held-runs.ts';
import { LeaseDeadline, readLeaseClock } from './lease-deadline.ts';
import { createLeaseRenewal } from './lease-renewal.ts';
import { LeftSteps } from './left-steps.ts';
import { createMissingSkills } from './missing-skills.ts';
import { createRunFaults } from './run-faults.ts';
import { createRun } from './run.ts';
import type { EarlyStart } from './run-options.ts';
import { createSkillPlaces } from './skill-places.ts';
import { createSuspects } from './suspects.ts';

/** The longest time that stopping the runner may take, in milliseconds. */
const STOP_GRACE_MS = 5_000;
/** The time that running steps get before a stopping runner aborts handlers, in milliseconds. */
const STEP_GRACE_MS = 4_000;

/** The delay between a hint and a claim, in milliseconds: one claim serves many hints. */
const HINT_DELAY_MS = 50;
/** The time after a claim from which a hint causes another at once, in milliseconds. */
const WORK_DELAY_MS = 10;

/** What a run begins with besides its lease. */
interface Beginning {
  /** The time at which the claim was sent, by the clock of leases. */
  readonly sentAt: number;
  /** True if the task was claimed as a suspect. */
  readonly isSuspect?: boolean;
  readonly early?: EarlyStart | undefined;
  readonly parent?: TraceContext | undefined;
}

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
  options: RunnerSettings,
): Runner {
  const breathe = createBreather();
  const { telemetry = openTelemetry(), ...checked } = options;
  checkRunnerOptions(checked);
  const {
    concurrency = 256,
    leaseMs = 12_000,
    dispatcher,
    pollMs = dispatcher === undefined ? 1_000 : 10_000,
    maxAttempts = 5,
    maxEntryBytes = DEFAULT_MAX_ENTRY_BYTES,
    worker = String(process.pid),
  } = options;
  const logger = adaptLogger(options.logger);
  const runs = createHeldRuns({ logger, onFree: freePlace });
  const [storage, source] = [findStorageLog(engine, logger), keepReleases(engine)];
  const [faults, missing] = [createRunFaults(leaseMs), createMissingSkills(logger)];
  const agents = toAgentVersions(agent);
  const [places, left] = [createSkillPlaces(agents.current), new LeftSteps()];
  /** The claims and releases of leases that are under way; `stop` waits for them. */
  const arriving = new Set<Promise<void>>();
  const claims = new Claims(source);
  const claim: ClaimRequest = { worker, ttlMs: leaseMs };
  const request: WorkRequest = { ...claim, suspects: 'none' };
  let stopped = false;
  /** The number of places reserved for tasks that are being written or claimed. */
  let promised = 0;
  /** The number of tasks being written that have no place, and will wait in the engine. */
  let queueing = 0;
  /** True if tasks may be waiting in the engine; new tasks must then wait behind them. */
  let isWaitedFor = false;
  let isPulling = false;
  /** True if a task began to wait after the present claim was sent, which may miss it. */
  let isMissed = false;
  /** The time of the last claim of tasks, in milliseconds by the clock of the process. */
  let claimedAt = -Infinity;
  const dispatched =
    dispatcher &&
    createDispatchedWork({
      dispatcher,
      engine,
      source,
      logger,
      request,
      concurrency,
      reserve,
      giveUp,
      isFull: (skillId) => places.isFull(skillId),
      take: (lease, sentAt) => void arrive(takeOver(lease, { sentAt })),
      onSuspect: () => void arrive(suspects.look()),
    });
  const suspects = createSuspects({
    engine: source,
    storage,
    logger,
    toRequest,
    maxAttempts,
    reserve,
    giveUp,
    take: (lease, sentAt) => arrive(takeOver(lease, { sentAt, isSuspect: true })),
  });
  const guard = (lease: Lease): void => dispatched?.guard(lease);
  const renewal = createLeaseRenewal({ engine, leaseMs, runs, storage, guard });

  function countFree(): number {
    return concurrency - runs.size - promised;
  }

  function reserve(): boolean {
    if (stopped || countFree() <= 0) return false;
    promised += 1;
    return true;
  }

  function giveUp(): void {
    promised -= 1;
    // A task, or a claim, may have found no place because this one was reserved.
    void offerPlace(isMissed);
  }

  /** Offers a place that has come free: to suspects, then, if it may be wanted, to other tasks. */
  async function offerPlace(isWanted: boolean, skillId?: string): Promise<void> {
    if (suspects.isAwaiting(skillId)) await arrive(suspects.look());
    dispatched?.wake();
    if (isWaitedFor || isWanted) await pull();
  }

  function toRequest(): WorkRequest {
    const skillLimits = places.toLimits();
    return skillLimits ? { ...request, skillLimits } : request;
  }

  /** Reserves a place of the runner and of the skill for a task; returns false if none is free. */
  function takePlace(skillId: string | undefined): boolean {
    if (stopped) return false;
    if (countFree() <= 0 || isWaitedFor || queueing > 0 || dispatched?.isWaitedFor()) {
      isWaitedFor ||= dispatched === undefined;
      return false;
    }
    if (!places.takeNext(skillId)) return false;
    promised += 1;
    return true;
  }

  /**
   * Sees to it that a waiting task that was just written is run: gives it to the dispatcher, or
   * claims tasks again, because places may have become free meanwhile.
   */
  function lookFor(taskId: string, skillId: string | undefined): void {
    if (dispatched !== undefined) return void dispatched.enqueue({ taskId, skillId });
    if (places.isFull(skillId)) return;
    isWaitedFor = true;
    void pull();
  }

  /** Starts the run of a leased task in the place that was reserved for it. */
  function begin(lease: Lease, beginning: Beginning): Promise<void> {
    const { sentAt, early, parent } = beginning;
    promised -= 1;
    if (stopped) {
      places.free(lease.skillId);
      return arrive(giveBack(lease, beginning));
    }
    faults.forget(lease.taskId);
    const settings = { engine, agents, logger, telemetry, faults, left, source, parent };
    return new Promise((resolve) => {
      const run = createRun({
        ...settings,
        maxAttempts,
        maxEntryBytes,
        lease,
        early,
        deadline: new LeaseDeadline(leaseMs, sentAt),
        onOverdue: (overdue) => renewal.renew(overdue),
        onSettled: resolve,
        // The caller need not wait for a handler that ignores its signal.
        onLinger(lingering, end) {
          runs.letGo(lingering, end);
          resolve();
        },
        onFault(error) {
          if (!runs.isRunning(lease.taskId, lease.epoch)) faults.note(lease.taskId, error);
          resolve();
        },
        onRetry: (delayMs) => tryAgain(lease, delayMs),
        onMissingSkill: (found) => missing.note(found),
      });
      runs.hold(run, resolve);
    });
  }

  function freePlace(skillId: string | undefined): void {
    void offerPlace(places.free(skillId), skillId);
  }

  /**
   * Runs a claimed task. If this process still runs the task under an older lease, that run is
   * first told to stop and gets a moment to end, so that two attempts do not overlap.
   */
  async function takeOver(lease: Lease, beginning: Beginning): Promise<void> {
    const { taskId, epoch } = lease;
    const before =
      epoch === 1
        ? undefined
        : [...runs].find((run) => run.lease.taskId === taskId && !run.isOver());
    if (before !== undefined) {
      before.abandon('lost');
      await Promise.race([
        before.done,
        sleep(Math.min(STOP_GRACE_MS, leaseMs / 3), undefined, { ref: false }),
      ]);
    }
    if (places.take(lease.skillId)) return begin(lease, beginning);
    promised -= 1;
    dispatched?.wake();
    return giveBack(lease, beginning);
  }

  /** Gives back a task claimed while the runner stops, or whose skill has no place any more. */
  async function giveBack(lease: Lease, { early, isSuspect }: Beginning): Promise<void> {
    // Before the task is created, it has no lease to give back.
    if (early !== undefined && !(await early.created)) return;
    try {
      await source.release([lease], { runOut: isSuspect === true });
      await dispatched?.enqueue(lease);
    } catch (error) {
      const { taskId } = lease;
      logger.error('Cannot give a task back', { taskId, error: toStorageText(error) });
    }
  }

  /** Makes the runner's `stop` wait for a promise, and returns the promise. */
  function arrive(work: Promise<void>): Promise<void> {
    const all = work.finally(() => arriving.delete(all));
    arriving.add(all);
    return all;
  }

  async function whenArrived(): Promise<void> {
    while (arriving.size > 0) await Promise.all(arriving);
  }

  /**
   * Queues a task for its next attempt, or claims tasks when that is due: 5 ms later than needed,
   * because clocks may differ.
   */
  function tryAgain(lease: Lease, delayMs: number): void {
    if (dispatched !== undefined) return void dispatched.enqueue(lease, delayMs + 5);
    setTimeout(() => void pull(), Math.min(delayMs + 5, pollMs)).unref();
  }

  /** Claims tasks that began to wait while every place was taken, or that another runner left. */
  async function pull(): Promise<void> {
    isMissed = true;
    if (isPulling) return;
    isPulling = true;
    await arrive(pullOn());
  }

  /** Claims tasks again and again while there are free places and tasks may be waiting. */
  async function pullOn(): Promise<void> {
    for (; ; await claimUpTo(countFree())) {
      await breathe();
      const isFull = countFree() <= 0;
      if (isFull) faults.noteClaim(); // Tasks wait for places, not for the storage.
      if (isMissed && !stopped && !isFull) continue;
      // This is set before any pause, so that no call of `pull` relies on a claim that is over.
      isPulling = false;
      // A new task took the place first: the next free one is for those that wait, of any skill.
      isWaitedFor ||= isMissed && dispatched === undefined;
      return;
    }
  }

  async function claimUpTo(free: number): Promise<void> {
    claimedAt = performance.now();
    isMissed = false;
    // A handler that blocked the event loop must not lose its own task to this claim.
    if (runs.size > 0 && renewal.isLate()) await renewal.renewAll();
    // The places stay reserved: new tasks wait behind those that are being claimed.
    promised += free;
    const sentAt = readLeaseClock();
    let leases: readonly Lease[] = [];
    try {
      places.beginSearch();
      const wanted = toRequest();
      const { skillLimits } = wanted;
      leases = await claims.claimOn(wanted, free);
      faults.noteClaim();
      storage.succeed();
      // Until here new tasks wait behind those that this claim may not have reached.
      isWaitedFor = leases.length === free || isMissed || queueing > 0;
      for (const lease of leases) void arrive(takeOver(lease, { sentAt }));
      const skillIds = leases.map(({ skillId }) => skillId);
      if (skillLimits !== undefined) isMissed = places.found(skillLimits, skillIds) || isMissed;
    } catch (error) {
      isWaitedFor = true;
      faults.noteClaim(error);
      if (!stopped) storage.fail('Cannot claim tasks', error);
    } finally {
      promised -= free - leases.length;
      if (suspects.isAwaiting()) void arrive(suspects.look());
      dispatched?.wake(countFree());
    }
  }

  /** Reads changes by other processes after a delay: tasks to run, and cancellations of runs. */
  const lookAround = createDebounce(() => {
    lookForWork();
    void renewal.renewAll();
  }, HINT_DELAY_MS);

  function lookForWork(): void {
    if (dispatched === undefined) void pull();
  }

  const endWatch = engine.watch((taskId) => {
    if (taskId === WORK_HINT && performance.now() - claimedAt > WORK_DELAY_MS) lookForWork();
    else if (taskId === '*' || taskId === WORK_HINT) lookAround.call();
  });
  const renewTimer = setInterval(() => void renewal.renewAll(), leaseMs / 3).unref();
  const pullTimer = setInterval(() => {
    void pull();
    void arrive(suspects.look());
  }, pollMs).unref();

  return {
    async admit(skillId, make) {
      if (!takePlace(skillId)) {
        queueing += 1;
        const made = await make(undefined).finally(() => {
          queueing -= 1;
        });
        lookFor(made.taskId, skillId);
        return made;
      }
      let isUsed = false;
      const madeAt = readLeaseClock();
      try {
        return await make({
          claim,
          run(lease, early) {
            isUsed = true;
            // An early start comes before the write, and its lease lasts from then on.
            const sentAt = early === undefined ? madeAt : readLeaseClock();
            return begin(lease, { sentAt, early, parent: telemetry?.active() });
          },
        });
      } finally {
        if (!isUsed) {
          promised -= 1;
          freePlace(skillId);
        }
      }
    },
    findFault: (taskId) => faults.find(taskId, () => runs.isRunning(taskId)),
    async notice(taskId) {
      const run = [...runs].findLast(({ lease }) => lease.taskId === taskId);
      if (run !== undefined) await renewal.renew(run);
    },
    async stop() {
      stopped = true;
      clearInterval(pullTimer);
      lookAround.cancel();
      endWatch();
      const [leaving, held] = [dispatched?.stop(), [...runs]];
      const grace = new AbortController();
      const hurry = setTimeout(() => {
        for (const run of held) run.abandon('stopping');
      }, STEP_GRACE_MS);
      await Promise.race([
        Promise.all([leaving, whenArrived(), left.whenIdle(), ...held.map((run) => run.drain())]),
        sleep(STOP_GRACE_MS, undefined, { signal: grace.signal }).catch(() => undefined),
      ]);
      grace.abort();
      clearTimeout(hurry);
      // Leases are renewed until now, because results of steps are stored only under a lease.
      clearInterval(renewTimer);
      // Unfinished tasks are given back to other processes at once, and the attempt does not count.
      await releaseSoon({ engine: source, storage }, held);
      await Promise.all(held.map(async ({ lease }) => dispatched?.enqueue(lease)));
    },
  };
}
